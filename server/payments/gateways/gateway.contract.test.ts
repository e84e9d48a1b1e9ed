import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { anAttempt, attemptTotal } from '#tests/gateways/an-attempt.ts'
import { type GatewayRig, type PayAction, startRig } from '#tests/gateways/rig.ts'
import { type GatewayName, GatewayRefused, GatewayUnavailable, type Hint } from './gateway.ts'

/** What a gateway can do; what it cannot is not asked of it. */
interface Traits {
	readonly name: GatewayName
	readonly notifies: boolean
	/** Its notifications carry a signature. */
	readonly signs: boolean
	/** A payment may wait for a decision. */
	readonly pends: boolean
	/** A payer who gives up is told apart from one who paid, in the return itself. */
	readonly tellsAbort: boolean
	/** A refund is decided later. */
	readonly defersRefunds: boolean
	/** What a page says that was not paid in time: a payment that is over, or nothing. */
	readonly tellsExpiry: boolean
}
const gateways: Traits[] = [
	{
		name: 'mercadopago',
		notifies: true,
		signs: true,
		pends: true,
		tellsAbort: true,
		defersRefunds: false,
		tellsExpiry: false,
	},
	{
		name: 'flow',
		notifies: true,
		signs: false,
		pends: true,
		tellsAbort: false,
		defersRefunds: true,
		tellsExpiry: true,
	},
	{
		name: 'webpay',
		notifies: false,
		signs: false,
		pends: false,
		tellsAbort: true,
		defersRefunds: false,
		tellsExpiry: false,
	},
]

const total = attemptTotal

describe.each(gateways)('the $name adapter and its provider', (traits) => {
	let rig: GatewayRig
	/** How far the provider's clock is ahead. */
	let aheadMs = 0
	beforeAll(async () => {
		rig = await startRig(traits.name, () => new Date(Date.now() + aheadMs))
	})
	afterEach(() => {
		aheadMs = 0
	})
	afterAll(() => rig.close())

	async function open(attempt = anAttempt()) {
		const opened = await rig.gateway.open(attempt)
		return { ...opened, ref: { id: attempt.id, gateway_ref: opened.gateway_ref } }
	}

	/** Opens an attempt, presses a button, and follows the browser's return as the shop does. */
	async function payment(action: PayAction, variant: Record<string, string> = {}) {
		const { url, ref } = await open()
		const returned = await rig.press(url, action, variant)
		if (!returned) throw new Error('the browser did not come back')
		const hint = rig.gateway.readReturn(returned.fields)
		const identified = await rig.gateway.identify(hint)
		const payments = await (hint.kind === 'normal' ? rig.gateway.confirm(ref) : rig.gateway.read(ref))
		return { ref, url, hint, identified, payments }
	}

	async function paid() {
		const { ref, payments } = await payment('aprobar')
		const [one] = payments
		if (!one) throw new Error('nothing was paid')
		return { attempt: ref, pago_id: one.pago_id, email: 'ana@correo.cl' }
	}

	test('knows of no payment before anybody pays', async () => {
		const { ref } = await open()
		expect(await rig.gateway.read(ref)).toEqual([])
	})

	test('approves the exact amount, and the return names the attempt', async () => {
		const { ref, hint, identified, payments } = await payment('aprobar')
		expect(hint.kind).toBe('normal')
		expect(identified).toBe(ref.id)
		expect(payments).toMatchObject([{ estado: 'aprobado', monto: total, moneda: 'CLP', devuelto: 0 }])
	})

	test('still tells the approved payment when asked again', async () => {
		const { ref, payments } = await payment('aprobar')
		expect(await rig.gateway.confirm(ref)).toEqual(payments)
		expect(await rig.gateway.read(ref)).toEqual(payments)
	})

	test('tells a refused payment', async () => {
		const { payments } = await payment('rechazar')
		expect(payments).toMatchObject([{ estado: 'rechazado' }])
	})

	test('tells nothing approved when the payer abandons', async () => {
		const { ref, hint, payments } = await payment('abandonar')
		expect(hint.kind).toBe(traits.tellsAbort ? 'abortado' : 'normal')
		expect(await rig.gateway.identify(hint)).toBe(ref.id)
		expect(payments.filter((one) => one.estado !== 'cancelado' && one.estado !== 'rechazado')).toEqual([])
	})

	test('has nothing approved once the page has expired, and nobody can pay there any more', async () => {
		const { url, ref } = await open()
		aheadMs = 31 * 60_000
		if (traits.name === 'webpay') await rig.press(url, 'aprobar', { retorno: 'vencido' })
		else await rig.press(url, 'aprobar', { aviso: 'nunca' }).catch(() => 'there is no button')
		const payments = await rig.gateway.confirm(ref)
		expect(payments.map(({ estado }) => estado)).toEqual(traits.tellsExpiry ? ['cancelado'] : [])
	})

	test.runIf(traits.pends)('keeps a payment waiting, and approves it later', async () => {
		const { ref, payments } = await payment('pendiente', { luego: 'aprobar', demora_segundos: '0.1' })
		expect(payments).toMatchObject([{ estado: 'pendiente', monto: total }])
		await expect.poll(() => rig.gateway.read(ref)).toMatchObject([{ estado: 'aprobado', monto: total }])
	})

	test('shows an altered amount as it is', async () => {
		const { payments } = await payment('aprobar', { alterado: 'si' })
		expect(payments).toMatchObject([{ estado: 'aprobado', monto: total - 1_000 }])
	})

	test('never mixes the payments of two attempts', async () => {
		const first = await payment('aprobar')
		const second = await open()
		const pago_id = first.payments[0]?.pago_id
		expect(await rig.gateway.read({ ...second.ref, pago_id })).toEqual([])
	})

	test('knows nothing of made-up references', async () => {
		const hint = rig.gateway.readReturn({ external_reference: 'x', payment_id: '42', token: 'x', token_ws: 'x' })
		expect(await rig.gateway.identify(hint)).toBeUndefined()
		expect(rig.gateway.readReturn({}).kind).toBe('desconocido')
	})

	describe.runIf(traits.notifies)('notifications', () => {
		/** Presses a button, waits for the notifications it causes, and reads them as the shop does. */
		async function notified(count: number, variant: Record<string, string>) {
			const { url, ref } = await open()
			rig.notifications.length = 0
			await rig.press(url, 'aprobar', { demora_segundos: '0.1', ...variant })
			await rig.notified(count)
			const readings = rig.notifications.map((one) => rig.gateway.readNotification(one, new Date()))
			return { ref, readings }
		}

		const identify = (reading: { kind: string } & Hint) => rig.gateway.identify(reading)

		test.each(['normal', 'tarde', 'antes'])('lead to the attempt (%s)', async (aviso) => {
			const { ref, readings } = await notified(1, { aviso })
			expect(readings.map((reading) => reading.kind)).toEqual(['pago'])
			for (const reading of readings) expect(await identify(reading)).toBe(ref.id)
		})

		test('that come more than once all lead to the same attempt', async () => {
			const { ref, readings } = await notified(3, { aviso: 'dos-veces' })
			for (const reading of readings) expect(await identify(reading)).toBe(ref.id)
			expect(await rig.gateway.read(ref)).toHaveLength(1)
		})

		test('can be lost, and the payment is found by asking', async () => {
			const { url, ref } = await open()
			rig.notifications.length = 0
			await rig.press(url, 'aprobar', { aviso: 'nunca', sin_volver: 'si' })
			expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'aprobado' }])
			expect(rig.notifications).toEqual([])
		})

		test.runIf(traits.signs)('are refused when forged, replayed for another payment, or old', async () => {
			const forged = await notified(1, { aviso: 'forjada' })
			expect(forged.readings).toEqual([{ kind: 'forjada' }])
			await notified(1, {})
			const [genuine] = rig.notifications
			if (!genuine) throw new Error('no notification')
			const other = { ...genuine, query: { ...genuine.query, 'data.id': '42' } }
			expect(rig.gateway.readNotification(other, new Date())).toEqual({ kind: 'forjada' })
			expect(rig.gateway.readNotification({ ...genuine, headers: {} }, new Date())).toEqual({ kind: 'forjada' })
			const muchLater = new Date(Date.now() + 30 * 86_400_000)
			expect(rig.gateway.readNotification(genuine, muchLater)).toEqual({ kind: 'forjada' })
		})

		test('without a body or a query are no payment', () => {
			const reading = rig.gateway.readNotification({ headers: {}, query: {}, body: undefined }, new Date())
			expect(reading.kind).not.toBe('pago')
		})
	})

	describe('a provider in trouble', () => {
		test.each(['500', '503', '429', 'basura', 'lento', 'corte'] as const)(
			'(%s) is told as unavailable',
			async (kind) => {
				const { ref } = await open()
				await rig.fail(kind)
				await expect(rig.gateway.read(ref)).rejects.toThrow(GatewayUnavailable)
				await rig.fail(kind)
				await expect(rig.gateway.open(anAttempt())).rejects.toThrow(GatewayUnavailable)
				expect(await rig.gateway.read(ref)).toEqual([])
			},
		)

		test('that drops the answer to a paid attempt still tells it afterwards', async () => {
			const { url, ref } = await open()
			await rig.press(url, 'aprobar')
			await rig.fail('corte_despues')
			await expect(rig.gateway.confirm(ref)).rejects.toThrow(GatewayUnavailable)
			expect(await rig.gateway.confirm(ref)).toMatchObject([{ estado: 'aprobado', monto: total }])
		})
	})

	describe('refunds', () => {
		type Paid = Awaited<ReturnType<typeof paid>>
		const asked = (payment: Paid, monto: number) => ({ ...payment, id: randomUUID(), monto: clp(monto) })
		/** What the shop knows of a refund whose answer did not come, `before` pesos having gone back earlier. */
		const lost = (refund: ReturnType<typeof asked>, before = 0, known: string[] = []) => ({
			...{ pago_id: refund.pago_id, attempt: refund.attempt, monto: refund.monto },
			...{ devuelto_antes: before, pedida_at: new Date(), known },
		})
		const taken = traits.defersRefunds ? 'pendiente' : 'hecho'

		test('give everything back', async () => {
			const payment = await paid()
			const refund = await rig.gateway.refund(asked(payment, total))
			expect(refund.estado).toBe(taken)
			const told = await rig.gateway.readRefund({ ...refund, pago_id: payment.pago_id, monto: total })
			expect(told).toEqual(refund)
			if (traits.defersRefunds) return
			expect(await rig.gateway.read(payment.attempt)).toMatchObject([{ estado: 'devuelto', devuelto: total }])
		})

		test('give a part back', async () => {
			const payment = await paid()
			expect((await rig.gateway.refund(asked(payment, 5_000))).estado).toBe(taken)
			if (traits.defersRefunds) return
			expect(await rig.gateway.read(payment.attempt)).toMatchObject([{ estado: 'aprobado', devuelto: 5_000 }])
		})

		test.each([total, 5_000])(
			'of %d pesos: one id sent twice never makes two of it where it is relied upon',
			async (monto) => {
				const refund = asked(await paid(), monto)
				const first = await rig.gateway.refund(refund)
				if (!rig.gateway.knowsRefundsById) return
				expect(await rig.gateway.refund(refund)).toEqual(first)
				expect(await rig.gateway.read(refund.attempt)).toMatchObject([{ devuelto: monto }])
			},
		)

		test.each([total, 5_000])(
			'of %d pesos whose answer was lost are found, or the provider cannot tell',
			async (monto) => {
				const refund = asked(await paid(), monto)
				await rig.fail('corte_despues', 1, 'refund')
				await expect(rig.gateway.refund(refund)).rejects.toMatchObject({
					name: 'GatewayUnavailable',
					didNothing: false,
				})
				const told = await rig.gateway.findRefund(lost(refund))
				if (traits.defersRefunds) expect(told).toBe('no_se_sabe')
				else expect(told).toMatchObject({ estado: 'hecho' })
			},
		)

		test('that never reached the provider are told as not made, or the provider cannot tell', async () => {
			const refund = asked(await paid(), 5_000)
			await rig.fail('corte', 1, 'refund')
			await expect(rig.gateway.refund(refund)).rejects.toThrow(GatewayUnavailable)
			expect(await rig.gateway.findRefund(lost(refund))).toBe(traits.defersRefunds ? 'no_se_sabe' : 'no_hecha')
		})

		test('that are lost are told from equal ones made before', async () => {
			const payment = await paid()
			const { devolucion_id } = await rig.gateway.refund(asked(payment, 5_000))
			const second = asked(payment, 5_000)
			const said = async () => await rig.gateway.findRefund(lost(second, 5_000, [devolucion_id]))
			expect(await said()).toBe(traits.defersRefunds ? 'no_se_sabe' : 'no_hecha')
			await rig.gateway.refund(second)
			if (!traits.defersRefunds) expect(await said()).toMatchObject({ estado: 'hecho' })
		})

		test('turned away unread are known to have done nothing', async () => {
			const refund = asked(await paid(), 5_000)
			await rig.fail('429', 1, 'refund')
			await expect(rig.gateway.refund(refund)).rejects.toMatchObject({ name: 'GatewayUnavailable', didNothing: true })
		})

		test('of more than was paid are refused', async () => {
			const payment = await paid()
			await expect(rig.gateway.refund(asked(payment, total + 1))).rejects.toThrow(GatewayRefused)
		})

		test('of more than is left are refused', async () => {
			const payment = await paid()
			await rig.gateway.refund(asked(payment, 5_000))
			await expect(rig.gateway.refund(asked(payment, total))).rejects.toThrow(GatewayRefused)
		})
	})
})
