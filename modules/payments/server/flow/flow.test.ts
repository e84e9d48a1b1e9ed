import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { GatewayRefused } from '#modules/payments/server/gateways/gateway.ts'
import { anAttempt, attemptTotal } from '#tests/gateways/an-attempt.ts'
import type { PayButton } from '#tests/gateways/pay-page.ts'
import { type GatewayRig, startRig } from '#tests/gateways/rig.ts'
import { createFlow } from './flow.ts'

describe('the Flow adapter', () => {
	let rig: GatewayRig
	let now: number
	beforeEach(async () => {
		now = Date.now()
		rig = await startRig('flow', () => new Date(now))
	})
	afterEach(() => rig.close())

	async function pressed(button: PayButton, variant: Record<string, string> = {}) {
		const attempt = anAttempt()
		const opened = await rig.gateway.open(attempt)
		const returned = await rig.press(opened.url, button, variant)
		return { ref: { id: attempt.id, gateway_ref: opened.gateway_ref }, returned }
	}

	test('returns the browser with a POST that carries the token', async () => {
		const { ref, returned } = await pressed('Aprobar pago')
		expect(returned).toEqual({ method: 'POST', path: '/api/retorno/flow/', fields: { token: ref.gateway_ref } })
	})

	test("finds the order by the shop's reference when the token was lost", async () => {
		const { ref } = await pressed('Aprobar pago')
		expect(await rig.gateway.read({ id: ref.id, gateway_ref: null })).toMatchObject([{ estado: 'aprobado' }])
		expect(await rig.gateway.read({ id: randomUUID(), gateway_ref: null })).toEqual([])
	})

	test('cancels an order that is not paid in time, but not one with a coupon', async () => {
		const attempt = anAttempt()
		const unpaid = await rig.gateway.open(attempt)
		const { ref } = await pressed('Dejar pendiente')
		now += 31 * 60_000
		const read = rig.gateway.read({ id: attempt.id, gateway_ref: unpaid.gateway_ref })
		expect(await read).toMatchObject([{ estado: 'cancelado' }])
		expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'pendiente' }])
	})

	test('reports an abandoned order as cancelled', async () => {
		const { ref } = await pressed('Abandonar')
		expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'cancelado' }])
	})

	test('accepts a token alone as a notification, and finds no attempt for a forged one', async () => {
		await pressed('Aprobar pago', { aviso: 'forjada' })
		await rig.notified(1)
		const [notification] = rig.notifications
		if (!notification) throw new Error('no notification')
		const reading = rig.gateway.readNotification(notification, new Date())
		expect(reading.kind).toBe('pago')
		expect(await rig.gateway.identify('gateway_ref' in reading ? reading : {})).toBeUndefined()
	})

	test('polls a refund until the provider has decided', async () => {
		const { ref } = await pressed('Aprobar pago', { aviso: 'nunca' })
		const [payment] = await rig.gateway.read(ref)
		if (!payment) throw new Error('nothing was paid')
		const { pago_id } = payment
		const id = randomUUID()
		const money = { monto: attemptTotal, email: 'a@b.cl' }
		const { devolucion_id } = await rig.gateway.refund({ ...money, id, pago_id, attempt: ref })
		const state = async () => (await rig.gateway.readRefund({ devolucion_id, pago_id, monto: attemptTotal })).estado
		expect(await state()).toBe('pendiente')
		await rig.operate(`/operador/devoluciones/${devolucion_id}`, { accion: 'refunded' })
		expect(await state()).toBe('hecho')
		await rig.notified(1)
		const readings = rig.notifications.map((one) => rig.gateway.readNotification(one, new Date()))
		expect(readings).toEqual([{ kind: 'devolucion', devolucion_id: id, gateway_ref: devolucion_id }])
		const another = { devolucion_id, pago_id, monto: attemptTotal - 1 }
		await expect(rig.gateway.readRefund(another)).rejects.toThrow(GatewayRefused)
	})

	test("refunds to the payer's address after the customer is anonymized, and does nothing while it cannot read it", async () => {
		const { ref } = await pressed('Aprobar pago', { aviso: 'nunca' })
		const [payment] = await rig.gateway.read(ref)
		const refund = { id: randomUUID(), pago_id: payment?.pago_id ?? '', attempt: ref, monto: attemptTotal, email: '' }
		await rig.fail('lento', 1, 'getStatus')
		await expect(rig.gateway.refund(refund)).rejects.toMatchObject({ name: 'GatewayUnavailable', didNothing: true })
		expect(await rig.gateway.refund(refund)).toMatchObject({ estado: 'pendiente' })
	})

	test("rejects invalid input with the provider's own message", async () => {
		await expect(rig.gateway.open(anAttempt({ monto: clp(349) }))).rejects.toThrow(/1901/)
		const attempt = anAttempt()
		await rig.gateway.open(attempt)
		await expect(rig.gateway.open(attempt)).rejects.toThrow(GatewayRefused)
		await rig.adjust({ correos_de_ejemplo: 'rechaza' })
		await expect(rig.gateway.open(anAttempt({ email: 'ana@example.com' }))).rejects.toThrow(/1620/)
	})

	test('rejects a wrong secret, and never treats it as an unknown order', async () => {
		const { url } = await rig.gateway.open(anAttempt())
		const { origin } = new URL(url)
		const keys = { apiKey: 'flow-1', secretKey: 'guess', apiUrl: `${origin}/simuladores/flow/api`, publicUrl: origin }
		const other = createFlow(keys)
		await expect(other.open(anAttempt())).rejects.toThrow(/108/)
		await expect(other.identify({ gateway_ref: 'A'.repeat(40) })).rejects.toThrow(/108/)
		await expect(other.probe()).rejects.toThrow(/108/)
	})
})
