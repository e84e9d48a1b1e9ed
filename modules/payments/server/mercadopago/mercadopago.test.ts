import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { signManifest } from '#modules/payments/server/mercadopago/mercadopago-notification.ts'
import { anAttempt, attemptTotal } from '#tests/gateways/an-attempt.ts'
import { type GatewayRig, startRig } from '#tests/gateways/rig.ts'
import { createMercadoPago } from './mercadopago.ts'

describe('the Mercado Pago adapter', () => {
	let rig: GatewayRig
	beforeEach(async () => {
		rig = await startRig('mercadopago')
	})
	afterEach(() => rig.close())

	async function opened() {
		const attempt = anAttempt()
		const { url, gateway_ref } = await rig.gateway.open(attempt)
		return { url, ref: { id: attempt.id, gateway_ref } }
	}

	test("returns to the success page with the provider's fields", async () => {
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'Aprobar pago')
		expect(returned).toMatchObject({ method: 'GET', path: '/checkout-success' })
		expect(returned?.fields).toMatchObject({
			metodo: 'mercadopago',
			external_reference: ref.id,
			status: 'approved',
			merchant_account_id: 'null',
		})
	})

	test('treats the text null as an absent value', async () => {
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'Abandonar')
		expect(returned?.fields.payment_id).toBe('null')
		expect(rig.gateway.readReturn(returned?.fields ?? {})).toMatchObject({
			kind: 'aborted',
			attempt_id: ref.id,
			pago_id: undefined,
		})
	})

	test('reads the payment of a notification directly when the search does not list it yet', async () => {
		await rig.adjust({ busqueda_atrasada_segundos: 60 })
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'Aprobar pago')
		const pago_id = rig.gateway.readReturn(returned?.fields ?? {}).pago_id
		expect(await rig.gateway.read(ref)).toEqual([])
		expect(await rig.gateway.read({ ...ref, pago_id })).toMatchObject([{ estado: 'aprobado' }])
	})

	test('finds a payment on the second read when the provider is slow to list it', async () => {
		await rig.adjust({ lecturas_404: 1 })
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'Aprobar pago')
		const hint = rig.gateway.readReturn(returned?.fields ?? {})
		expect(await rig.gateway.identify(hint)).toBeUndefined()
		expect(await rig.gateway.identify(hint)).toBe(ref.id)
	})

	test('reports both of two approved payments', async () => {
		const { url, ref } = await opened()
		await rig.press(url, 'Aprobar pago', { dos_pagos: 'si' })
		expect(await rig.gateway.read(ref)).toMatchObject([
			{ estado: 'aprobado', monto: attemptTotal },
			{ estado: 'aprobado', monto: attemptTotal },
		])
	})

	test('reports a refused payment and the approved one after it', async () => {
		const { url, ref } = await opened()
		await rig.press(url, 'Rechazar pago')
		await rig.press(url, 'Aprobar pago')
		const payments = await rig.gateway.read(ref)
		expect(payments.map((payment) => payment.estado).sort()).toEqual(['aprobado', 'rechazado'])
	})

	test.each(['ipn', 'merchant-order'])('does not trust the old form of notification (%s)', async (aviso) => {
		const { url } = await opened()
		await rig.press(url, 'Aprobar pago', { aviso })
		await rig.notified(1)
		const readings = rig.notifications.map((one) => rig.gateway.readNotification(one, new Date()))
		expect(readings).toMatchObject([{ kind: 'forjada' }])
	})

	test('accepts a signature whose time is in seconds', async () => {
		const { url } = await opened()
		await rig.press(url, 'Aprobar pago', { aviso: 'segundos' })
		await rig.notified(1)
		const readings = rig.notifications.map((one) => rig.gateway.readNotification(one, new Date()))
		expect(readings).toMatchObject([{ kind: 'pago' }])
	})

	describe('a refund that is not made at once', () => {
		async function refundOf(devoluciones: string) {
			const { url, ref } = await opened()
			const returned = await rig.press(url, 'Aprobar pago')
			const { pago_id = '' } = rig.gateway.readReturn(returned?.fields ?? {})
			await rig.adjust({ devoluciones })
			return { id: 'our-id', pago_id, attempt: ref, monto: clp(5_000), email: '' }
		}

		test('is pending, and listed while it is', async () => {
			const refund = await refundOf('en_proceso')
			const { estado, devolucion_id } = await rig.gateway.refund(refund)
			expect(estado).toBe('pendiente')
			expect(await rig.gateway.readRefund({ ...refund, devolucion_id })).toMatchObject({ estado: 'pendiente' })
			const lost = { ...refund, devuelto_antes: 0, pedida_at: new Date(), known: [] }
			expect(await rig.gateway.findRefund(lost)).toEqual({ estado, devolucion_id })
		})

		test('is not refused while an earlier call is still making it', async () => {
			const refund = await refundOf('a_la_vez')
			await expect(rig.gateway.refund(refund)).rejects.toMatchObject({ name: 'GatewayUnavailable', didNothing: false })
		})
	})

	test('opens one preference per attempt, however often it is requested', async () => {
		const attempt = anAttempt()
		expect(await rig.gateway.open(attempt)).toEqual(await rig.gateway.open(attempt))
	})

	test('is rejected with a wrong token', async () => {
		const { url } = await opened()
		const { origin } = new URL(url)
		const apiUrl = `${origin}/simuladores/mercadopago`
		const wrongToken = createMercadoPago({ apiUrl, publicUrl: origin, accessToken: 'guess', webhookSecret: 'x' })
		await expect(wrongToken.open(anAttempt())).rejects.toThrow('refuses the key')
	})
})

const now = new Date('2026-11-20T12:00:00Z')

/** A Mercado Pago with one answer for every request; `asked` lists the requested paths. */
function answering(reported: unknown, status = 200) {
	const requested: string[] = []
	const fetch: typeof globalThis.fetch = async (input) => {
		requested.push(new URL(String(input)).pathname)
		return Response.json(reported, { status })
	}
	const place = { apiUrl: 'https://mp.test', publicUrl: 'https://tienda.cl', fetch }
	return { requested, gateway: createMercadoPago({ ...place, accessToken: 'a', webhookSecret: 'secret' }) }
}

describe('a notification signed by Mercado Pago', () => {
	test.each([
		[
			{ type: 'payment', 'data.id': '12' },
			{ kind: 'pago', pago_id: '12' },
		],
		[
			{ type: 'payment', 'data.id': '12', id: '34' },
			{ kind: 'pago', pago_id: '12' },
		],
		[
			{ topic: 'payment', id: '12' },
			{ kind: 'pago', pago_id: '12' },
		],
		[
			{ topic: 'merchant_order', id: '12' },
			{ kind: 'pago', gateway_ref: 'merchant_order:12' },
		],
		[
			{ type: 'topic_merchant_order_wh', 'data.id': '12' },
			{ kind: 'pago', gateway_ref: 'merchant_order:12' },
		],
		[{ type: 'plan', 'data.id': '12' }, { kind: 'ignorada' }],
		[{ type: 'payment', 'data.id': '12/refunds' }, { kind: 'ignorada' }],
		[{ type: 'payment', 'data.id': '../12' }, { kind: 'ignorada' }],
		[{ type: 'payment' }, { kind: 'ignorada' }],
	])('with %j is read as %j', (query: Record<string, string>, reading) => {
		const { gateway } = answering({})
		const ts = String(now.getTime())
		const v1 = signManifest({ dataId: query['data.id'] ?? query.id, requestId: 'r', ts }, 'secret')
		const headers = { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': 'r' }
		expect(gateway.readNotification({ query, headers, body: {} }, now)).toEqual(reading)
		const other = { ...headers, 'x-request-id': 'another' }
		expect(gateway.readNotification({ query, headers: other, body: {} }, now)).toMatchObject({ kind: 'forjada' })
	})

	test('is matched to the attempt of its merchant order', async () => {
		const known = answering({ external_reference: 'our-id' })
		expect(await known.gateway.identify({ gateway_ref: 'merchant_order:12' })).toBe('our-id')
		expect(known.requested).toEqual(['/merchant_orders/12'])
		expect(await answering({}, 404).gateway.identify({ gateway_ref: 'merchant_order:12' })).toBeUndefined()
		const idle = answering({})
		expect(await idle.gateway.identify({ gateway_ref: 'a-preference', attempt_id: 'our-id' })).toBe('our-id')
		expect(idle.requested).toEqual([])
	})
})

test.each([
	['of its amount, made since', 9, {}, { estado: 'hecho', devolucion_id: '7' }],
	['made long before', -11, {}, 'not_made'],
	['made before by a clock that is behind', -9, {}, { estado: 'hecho', devolucion_id: '7' }],
	['of another amount', 9, { amount: 4_999 }, 'not_made'],
	['that is known as another', 9, { id: 6 }, 'not_made'],
])('finds a lost refund by one %s', async (_which, minutes, changes, reported) => {
	const date_created = new Date(now.getTime() + minutes * 60_000).toISOString()
	const { gateway } = answering([{ id: 7, status: 'approved', amount: 5_000, date_created, ...changes }])
	const lost = { pago_id: '1', attempt: { id: 'a', gateway_ref: null }, monto: clp(5_000), devuelto_antes: 0 }
	expect(await gateway.findRefund({ ...lost, pedida_at: now, known: ['6'] })).toEqual(reported)
})
