import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { GatewayRefused, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'
import { anAttempt, attemptTotal } from '#tests/gateways/an-attempt.ts'
import type { PayButton } from '#tests/gateways/pay-page.ts'
import { type GatewayRig, startRig } from '#tests/gateways/rig.ts'
import { buyOrderOf, createWebpay } from './webpay.ts'

const hour = 3_600_000

describe('the Webpay Plus adapter', () => {
	let rig: GatewayRig
	let now: number
	beforeEach(async () => {
		now = Date.parse('2026-11-20T12:00:00Z')
		rig = await startRig('webpay', () => new Date(now))
	})
	afterEach(() => rig.close())

	async function pressed(button: PayButton, variant: Record<string, string> = {}) {
		const attempt = anAttempt()
		const opened = await rig.gateway.open(attempt)
		const returned = await rig.press(opened.url, button, variant)
		return { ref: { id: attempt.id, gateway_ref: opened.gateway_ref }, returned, url: opened.url }
	}

	function refundOf(ref: { id: string; gateway_ref: string }, monto = attemptTotal as number) {
		const pago_id = buyOrderOf(ref.id)
		return rig.gateway.refund({ monto: clp(monto), id: randomUUID(), pago_id, attempt: ref, email: 'a@b.cl' })
	}

	const findOf = (ref: { id: string; gateway_ref: string }, monto: number, devuelto_antes: number | null) => {
		const what = { pago_id: buyOrderOf(ref.id), attempt: ref, monto: clp(monto), devuelto_antes }
		return rig.gateway.findRefund({ ...what, pedida_at: new Date(now), known: [] })
	}

	test('writes an attempt as an order of at most 26 characters, each as another', () => {
		const ids = Array.from({ length: 100 }, () => randomUUID())
		const orders = ids.map(buyOrderOf)
		expect(new Set(orders).size).toBe(100)
		for (const order of orders) expect(order).toMatch(/^[\w-]{22}$/)
	})

	test.each([
		['Aprobar pago', {}, 'normal', 'GET'],
		['Rechazar pago', {}, 'normal', 'GET'],
		['Abandonar', {}, 'aborted', 'GET'],
		['Abandonar', { retorno: 'post' }, 'aborted', 'POST'],
		['Aprobar pago', { retorno: 'vencido' }, 'timed_out', 'GET'],
		['Aprobar pago', { retorno: 'error' }, 'error', 'GET'],
	] as const)('reads the return of %s %j as %s', async (action, variant, kind, method) => {
		const { ref, returned } = await pressed(action, variant)
		expect(returned).toMatchObject({ method, path: '/api/retorno/webpay/' })
		const hint = rig.gateway.readReturn(returned?.fields ?? {})
		expect(hint.kind).toBe(kind)
		expect(await rig.gateway.identify(hint)).toBe(ref.id)
	})

	test('returns a locked transaction for one of two parallel commits, and makes the sale once', async () => {
		const { ref } = await pressed('Aprobar pago')
		await rig.adjust({ segundos_de_commit: 1 })
		const first = rig.gateway.confirm(ref)
		const second = rig.gateway.confirm(ref)
		const reported = (await Promise.all([first, second])).flat()
		expect(reported).toMatchObject([{ estado: 'aprobado' }])
	})

	test('reports no sale until the return is confirmed', async () => {
		const { ref } = await pressed('Aprobar pago')
		expect(await rig.gateway.read(ref)).toEqual([])
		expect(await rig.gateway.confirm(ref)).toMatchObject([{ estado: 'aprobado', monto: attemptTotal }])
		expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'aprobado' }])
	})

	test('commits once for several parallel returns', async () => {
		const { ref } = await pressed('Aprobar pago')
		const answers = await Promise.all(Array.from({ length: 5 }, () => rig.gateway.confirm(ref)))
		// A read during the commit reports no sale yet.
		const reported = answers.flat()
		expect(reported.length).toBeGreaterThan(0)
		for (const payment of reported) expect(payment).toMatchObject({ estado: 'aprobado', monto: attemptTotal })
		const [sale] = await rig.gateway.read(ref)
		expect(new Set(reported.map(({ detalle }) => detalle?.codigo_autorizacion))).toEqual(
			new Set([sale?.detalle?.codigo_autorizacion]),
		)
	})

	test('keeps the payment when the return from the error page comes later', async () => {
		const { ref, url } = await pressed('Aprobar pago')
		await rig.gateway.confirm(ref)
		now += 47_000
		expect(await (await fetch(url)).text()).toContain('ya terminó')
		expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'aprobado' }])
	})

	test.each([['Abandonar', {}] as const, ['Aprobar pago', { retorno: 'vencido' }] as const])(
		'reports no payment after %s %j, even after a confirmation',
		async (action, variant) => {
			const { ref } = await pressed(action, variant)
			expect(await rig.gateway.confirm(ref)).toEqual([])
		},
	)

	test('reports no payment when the confirmation comes too late', async () => {
		const { ref } = await pressed('Aprobar pago')
		now += 11 * 60_000
		expect(await rig.gateway.confirm(ref)).toEqual([])
	})

	test('retries an unanswered commit, and finds a sale whose answer was lost', async () => {
		const lost = await pressed('Aprobar pago')
		await rig.fail('corte_despues')
		expect(await rig.gateway.confirm(lost.ref)).toMatchObject([{ estado: 'aprobado' }])
		const unread = await pressed('Aprobar pago')
		await rig.fail('503', 2)
		expect(await rig.gateway.confirm(unread.ref)).toMatchObject([{ estado: 'aprobado' }])
		await rig.fail('503', 3)
		await expect(rig.gateway.confirm(unread.ref)).rejects.toThrow(GatewayUnavailable)
	})

	test('rejects reading the state after seven days', async () => {
		const { ref } = await pressed('Aprobar pago')
		await rig.gateway.confirm(ref)
		now += 8 * 24 * hour
		await expect(rig.gateway.read(ref)).rejects.toThrow(GatewayRefused)
	})

	test.each([1, 24])('refunds the whole amount once, %d hours after the sale', async (hours) => {
		const { ref } = await pressed('Aprobar pago')
		await rig.gateway.confirm(ref)
		now += hours * hour
		expect((await refundOf(ref)).estado).toBe('hecho')
		await expect(refundOf(ref)).rejects.toThrow(GatewayRefused)
		expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'devuelto', devuelto: attemptTotal }])
	})

	test('refunds a payment of weeks ago, although its state is no longer readable', async () => {
		const { ref } = await pressed('Aprobar pago')
		await rig.gateway.confirm(ref)
		now += 30 * 24 * hour
		expect((await refundOf(ref, 5_000)).estado).toBe('hecho')
		expect(await findOf(ref, 5_000, 0)).toBe('unknown')
	})

	test.each([
		[0, 'not_made'],
		[2_000, 'unknown'],
		[5_000, 'hecho'],
		[6_000, 'unknown'],
		[attemptTotal, 'unknown'],
	] as const)('reads a lost refund of 5000, with %d refunded, as %s', async (gone, said) => {
		const { ref } = await pressed('Aprobar pago')
		await rig.gateway.confirm(ref)
		if (gone > 0) await refundOf(ref, gone)
		const reported = await findOf(ref, 5_000, 0)
		expect(typeof reported === 'object' ? reported.estado : reported).toBe(said)
	})

	test('reports a refund as unknown when the amount refunded before was not stored', async () => {
		const { ref } = await pressed('Aprobar pago')
		await rig.gateway.confirm(ref)
		expect(await findOf(ref, 5_000, null)).toBe('not_made')
		await refundOf(ref, 5_000)
		expect(await findOf(ref, 5_000, null)).toBe('unknown')
	})

	test('never reports a partial refund as not made when the balance is hidden', async () => {
		const id = randomUUID()
		const reported = {
			status: 'PARTIALLY_NULLIFIED',
			response_code: 0,
			amount: 9_000,
			buy_order: buyOrderOf(id),
			session_id: id,
		}
		const options = { commerceCode: 'c', apiKey: 'k', apiUrl: 'http://banco.test', publicUrl: 'http://tienda.test' }
		const gateway = createWebpay({ ...options, fetch: async () => Response.json(reported) })
		const lost = { pago_id: 'x', attempt: { id, gateway_ref: 'a'.repeat(64) }, monto: clp(1_000), devuelto_antes: 0 }
		expect(await gateway.findRefund({ ...lost, pedida_at: new Date(now), known: [] })).toBe('unknown')
	})

	test('rejects a partial refund of a debit payment', async () => {
		const { ref } = await pressed('Aprobar pago', { debito: 'si' })
		await rig.gateway.confirm(ref)
		await expect(refundOf(ref, 5_000)).rejects.toThrow(GatewayRefused)
		expect((await refundOf(ref)).estado).toBe('hecho')
	})

	test('rejects the refund of an unpaid transaction', async () => {
		const { ref } = await pressed('Abandonar')
		await expect(refundOf(ref)).rejects.toThrow(GatewayRefused)
	})

	test.each([
		['AUTHORIZED', 0, 'aprobado'],
		['AUTHORIZED', -1, 'rechazado'],
		['FAILED', 0, 'rechazado'],
		['FAILED', -1, 'rechazado'],
	])('reads status %s with code %d as %s: a sale needs both', async (status, response_code, estado) => {
		const id = randomUUID()
		const reported = { status, response_code, amount: 1_000, buy_order: buyOrderOf(id), session_id: id }
		const options = { commerceCode: 'c', apiKey: 'k', apiUrl: 'http://banco.test', publicUrl: 'http://tienda.test' }
		const gateway = createWebpay({ ...options, fetch: async () => Response.json(reported) })
		expect(await gateway.read({ id, gateway_ref: 'a'.repeat(64) })).toMatchObject([{ estado, monto: 1_000 }])
	})

	test('makes no call for a forged token', async () => {
		const hint = rig.gateway.readReturn({ token_ws: '../../../etc/passwd' })
		expect(await rig.gateway.identify(hint)).toBeUndefined()
		expect(await rig.gateway.confirm({ id: randomUUID(), gateway_ref: '../x' })).toEqual([])
	})
})
