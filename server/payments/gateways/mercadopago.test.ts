import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anAttempt, attemptTotal } from '#tests/gateways/an-attempt.ts'
import { type GatewayRig, startRig } from '#tests/gateways/rig.ts'
import { GatewayRefused } from './gateway.ts'
import { createMercadoPago } from './mercadopago.ts'

describe('Mercado Pago', () => {
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

	test('returns to the page of success with the provider’s fields', async () => {
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'aprobar')
		expect(returned).toMatchObject({ method: 'GET', path: '/checkout-success' })
		expect(returned?.fields).toMatchObject({
			metodo: 'mercadopago',
			external_reference: ref.id,
			status: 'approved',
			merchant_account_id: 'null',
		})
	})

	test('takes the text null for a value that is not there', async () => {
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'abandonar')
		expect(returned?.fields.payment_id).toBe('null')
		expect(rig.gateway.readReturn(returned?.fields ?? {})).toMatchObject({
			kind: 'abortado',
			attempt_id: ref.id,
			pago_id: undefined,
		})
	})

	test('reads the payment that a notification named when the search does not find it yet', async () => {
		await rig.adjust({ busqueda_atrasada_segundos: 60 })
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'aprobar')
		const pago_id = rig.gateway.readReturn(returned?.fields ?? {}).pago_id
		expect(await rig.gateway.read(ref)).toEqual([])
		expect(await rig.gateway.read({ ...ref, pago_id })).toMatchObject([{ estado: 'aprobado' }])
	})

	test('knows a payment only from the second time it is asked for, where the provider is slow to show it', async () => {
		await rig.adjust({ lecturas_404: 1 })
		const { url, ref } = await opened()
		const returned = await rig.press(url, 'aprobar')
		const hint = rig.gateway.readReturn(returned?.fields ?? {})
		expect(await rig.gateway.identify(hint)).toBeUndefined()
		expect(await rig.gateway.identify(hint)).toBe(ref.id)
	})

	test('tells both of two approved payments', async () => {
		const { url, ref } = await opened()
		await rig.press(url, 'aprobar', { dos_pagos: 'si' })
		expect(await rig.gateway.read(ref)).toMatchObject([
			{ estado: 'aprobado', monto: attemptTotal },
			{ estado: 'aprobado', monto: attemptTotal },
		])
	})

	test('tells a refused payment and the approved one after it', async () => {
		const { url, ref } = await opened()
		await rig.press(url, 'rechazar')
		await rig.press(url, 'aprobar')
		const payments = await rig.gateway.read(ref)
		expect(payments.map((payment) => payment.estado).sort()).toEqual(['aprobado', 'rechazado'])
	})

	test.each(['ipn', 'merchant-order'])('does not believe the old form of notification (%s)', async (aviso) => {
		const { url } = await opened()
		await rig.press(url, 'aprobar', { aviso })
		await rig.notified(1)
		const readings = rig.notifications.map((one) => rig.gateway.readNotification(one, new Date()))
		expect(readings).toEqual([{ kind: 'forjada' }])
	})

	test('believes a signature whose time is in seconds', async () => {
		const { url } = await opened()
		await rig.press(url, 'aprobar', { aviso: 'segundos' })
		await rig.notified(1)
		const readings = rig.notifications.map((one) => rig.gateway.readNotification(one, new Date()))
		expect(readings).toMatchObject([{ kind: 'pago' }])
	})

	test('opens one preference for one attempt, however often it is asked', async () => {
		const attempt = anAttempt()
		expect(await rig.gateway.open(attempt)).toEqual(await rig.gateway.open(attempt))
	})

	test('is refused with a wrong token', async () => {
		const { url } = await opened()
		const { origin } = new URL(url)
		const apiUrl = `${origin}/simuladores/mercadopago`
		const stranger = createMercadoPago({ apiUrl, publicUrl: origin, accessToken: 'guess', webhookSecret: 'x' })
		await expect(stranger.open(anAttempt())).rejects.toThrow(GatewayRefused)
	})
})
