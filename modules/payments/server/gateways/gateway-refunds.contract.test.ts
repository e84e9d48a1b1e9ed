import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { attemptTotal } from '#tests/gateways/an-attempt.ts'
import { gatewayTraits, payingHelpers } from '#tests/gateways/paying.ts'
import { type GatewayRig, startRig } from '#tests/gateways/rig.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway.ts'

const total = attemptTotal

describe.each(gatewayTraits)('refunds of the $name adapter and its provider', (traits) => {
	let rig: GatewayRig
	beforeAll(async () => {
		rig = await startRig(traits.name)
	})
	afterAll(() => rig.close())

	const { paid } = payingHelpers(() => rig)
	type Paid = Awaited<ReturnType<typeof paid>>
	const refundOf = (payment: Paid, monto: number) => ({ ...payment, id: randomUUID(), monto: clp(monto) })
	/** State of a refund after a lost gateway response, `before` CLP having been refunded earlier. */
	const lost = (refund: ReturnType<typeof refundOf>, before = 0, known: string[] = []) => ({
		pago_id: refund.pago_id,
		attempt: refund.attempt,
		monto: refund.monto,
		devuelto_antes: before,
		pedida_at: new Date(),
		known,
	})
	const taken = traits.defersRefunds ? 'pendiente' : 'hecho'

	test('refund the whole amount', async () => {
		const payment = await paid()
		const refund = await rig.gateway.refund(refundOf(payment, total))
		expect(refund.estado).toBe(taken)
		const outcome = await rig.gateway.readRefund({ ...refund, pago_id: payment.pago_id, monto: total })
		expect(outcome).toEqual(refund)
		if (traits.defersRefunds) return
		expect(await rig.gateway.read(payment.attempt)).toMatchObject([{ estado: 'devuelto', devuelto: total }])
	})

	test('refund a part', async () => {
		const payment = await paid()
		expect((await rig.gateway.refund(refundOf(payment, 5_000))).estado).toBe(taken)
		if (traits.defersRefunds) return
		expect(await rig.gateway.read(payment.attempt)).toMatchObject([{ estado: 'aprobado', devuelto: 5_000 }])
	})

	test('are distinguished by their id only where that is relied upon', () => {
		expect(rig.gateway.knowsRefundsById).toBe(traits.knowsRefundsById)
	})

	test.runIf(traits.knowsRefundsById).each([total, 5_000])(
		'of %d CLP are made once when one id is sent twice',
		async (monto) => {
			const refund = refundOf(await paid(), monto)
			const first = await rig.gateway.refund(refund)
			expect(await rig.gateway.refund(refund)).toEqual(first)
			expect(await rig.gateway.read(refund.attempt)).toMatchObject([{ devuelto: monto }])
		},
	)

	test.each([total, 5_000])('of %d CLP with a lost response are found, or reported as unknown', async (monto) => {
		const refund = refundOf(await paid(), monto)
		await rig.fail('corte_despues', 1, 'refund')
		await expect(rig.gateway.refund(refund)).rejects.toMatchObject({
			name: 'GatewayUnavailable',
			didNothing: false,
		})
		const outcome = await rig.gateway.findRefund(lost(refund))
		if (traits.defersRefunds) expect(outcome).toBe('unknown')
		else expect(outcome).toMatchObject({ estado: 'hecho' })
	})

	test('that never reached the provider are reported as not made or unknown', async () => {
		const refund = refundOf(await paid(), 5_000)
		await rig.fail('corte', 1, 'refund')
		await expect(rig.gateway.refund(refund)).rejects.toThrow(GatewayUnavailable)
		expect(await rig.gateway.findRefund(lost(refund))).toBe(traits.defersRefunds ? 'unknown' : 'not_made')
	})

	test('that are lost are distinguished from equal earlier ones', async () => {
		const payment = await paid()
		const { devolucion_id } = await rig.gateway.refund(refundOf(payment, 5_000))
		const second = refundOf(payment, 5_000)
		const said = async () => await rig.gateway.findRefund(lost(second, 5_000, [devolucion_id]))
		expect(await said()).toBe(traits.defersRefunds ? 'unknown' : 'not_made')
		await rig.gateway.refund(second)
		if (!traits.defersRefunds) expect(await said()).toMatchObject({ estado: 'hecho' })
	})

	test('that are rejected unread are known to have done nothing', async () => {
		const refund = refundOf(await paid(), 5_000)
		await rig.fail('429', 1, 'refund')
		await expect(rig.gateway.refund(refund)).rejects.toMatchObject({ name: 'GatewayUnavailable', didNothing: true })
	})

	test('above the payment are rejected', async () => {
		const payment = await paid()
		await expect(rig.gateway.refund(refundOf(payment, total + 1))).rejects.toThrow(GatewayRefused)
	})

	test('above the remaining amount are rejected', async () => {
		const payment = await paid()
		await rig.gateway.refund(refundOf(payment, 5_000))
		await expect(rig.gateway.refund(refundOf(payment, total))).rejects.toThrow(GatewayRefused)
	})
})
