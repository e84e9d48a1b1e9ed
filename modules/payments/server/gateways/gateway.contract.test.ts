import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anAttempt, attemptTotal } from '#tests/gateways/an-attempt.ts'
import { gatewayTraits, payingHelpers } from '#tests/gateways/paying.ts'
import { type GatewayRig, startRig } from '#tests/gateways/rig.ts'
import { waitsLong, withHeldTimers } from '#tests/held-timers.ts'
import { GatewayUnavailable, type Hint } from './gateway.ts'

const total = attemptTotal

describe.each(gatewayTraits)('the $name adapter and its provider', (traits) => {
	let rig: GatewayRig
	/** Milliseconds that the provider's clock is ahead. */
	let aheadMs = 0
	beforeAll(async () => {
		rig = await startRig(traits.name, () => new Date(Date.now() + aheadMs))
	})
	afterEach(() => {
		aheadMs = 0
	})
	afterAll(() => rig.close())

	const { open, payment } = payingHelpers(() => rig)

	test('reports no payment before the customer pays', async () => {
		const { ref } = await open()
		expect(await rig.gateway.read(ref)).toEqual([])
	})

	test('approves the exact amount, and the return names the attempt', async () => {
		const { ref, hint, identified, payments } = await payment('Aprobar pago')
		expect(hint.kind).toBe('normal')
		expect(identified).toBe(ref.id)
		expect(payments).toMatchObject([{ estado: 'aprobado', monto: total, moneda: 'CLP', devuelto: 0 }])
	})

	test('reports the approved payment again when read again', async () => {
		const { ref, payments } = await payment('Aprobar pago')
		expect(await rig.gateway.confirm(ref)).toEqual(payments)
		expect(await rig.gateway.read(ref)).toEqual(payments)
	})

	test('reports a refused payment', async () => {
		const { payments } = await payment('Rechazar pago')
		expect(payments).toMatchObject([{ estado: 'rechazado' }])
	})

	test('reports nothing approved when the payer abandons', async () => {
		const { ref, hint, payments } = await payment('Abandonar')
		expect(hint.kind).toBe(traits.reportsAbort ? 'aborted' : 'normal')
		expect(await rig.gateway.identify(hint)).toBe(ref.id)
		expect(payments.filter((one) => one.estado !== 'cancelado' && one.estado !== 'rechazado')).toEqual([])
	})

	test('accepts no payment once the page has expired', async () => {
		const { url, ref } = await open()
		aheadMs = 31 * 60_000
		await rig.press(url, 'Aprobar pago', { aviso: 'nunca' }).catch(() => 'there is no button')
		const payments = await rig.gateway.confirm(ref)
		expect(payments.map(({ estado }) => estado)).toEqual(traits.reportsExpiry ? ['cancelado'] : [])
	})

	test.runIf(traits.pends)('reports a pending payment, and its later approval', async () => {
		await withHeldTimers(async (letTimePass) => {
			const { ref, payments } = await payment('Dejar pendiente', { luego: 'aprobar', ...waitsLong })
			expect(payments).toMatchObject([{ estado: 'pendiente', monto: total }])
			letTimePass()
			await expect.poll(() => rig.gateway.read(ref)).toMatchObject([{ estado: 'aprobado', monto: total }])
		})
	})

	test('reports an altered amount unchanged', async () => {
		const { payments } = await payment('Aprobar pago', { alterado: 'si' })
		expect(payments).toMatchObject([{ estado: 'aprobado', monto: total - 1_000 }])
	})

	test('never mixes the payments of two attempts', async () => {
		const first = await payment('Aprobar pago')
		const second = await open()
		const pago_id = first.payments[0]?.pago_id
		expect(await rig.gateway.read({ ...second.ref, pago_id })).toEqual([])
	})

	test('finds nothing for forged references', async () => {
		const hint = rig.gateway.readReturn({ external_reference: 'x', payment_id: '42', token: 'x', token_ws: 'x' })
		expect(await rig.gateway.identify(hint)).toBeUndefined()
		expect(rig.gateway.readReturn({}).kind).toBe('unknown')
	})

	describe.runIf(traits.notifies)('notifications of a gateway', () => {
		/** Presses a button, waits for its notifications, and reads them as the shop does. */
		async function notified(count: number, variant: Record<string, string>) {
			const { url, ref } = await open()
			rig.notifications.length = 0
			await rig.press(url, 'Aprobar pago', { demora_segundos: '0.1', ...variant })
			await rig.notified(count)
			const readings = rig.notifications.map((one) => rig.gateway.readNotification(one, new Date()))
			return { ref, readings }
		}

		const identify = (reading: { kind: string } & Hint) => rig.gateway.identify(reading)

		test.each(['normal', 'tarde', 'antes'])('identify the attempt (%s)', async (aviso) => {
			const { ref, readings } = await notified(1, { aviso })
			expect(readings.map((reading) => reading.kind)).toEqual(['pago'])
			for (const reading of readings) expect(await identify(reading)).toBe(ref.id)
		})

		test('identify the same attempt when repeated', async () => {
			const { ref, readings } = await notified(3, { aviso: 'dos-veces' })
			for (const reading of readings) expect(await identify(reading)).toBe(ref.id)
			expect(await rig.gateway.read(ref)).toHaveLength(1)
		})

		test('may be lost: the payment is found by polling', async () => {
			const { url, ref } = await open()
			rig.notifications.length = 0
			await rig.press(url, 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
			expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'aprobado' }])
			expect(rig.notifications).toEqual([])
		})

		test.runIf(traits.signs)('are rejected when forged, replayed for another payment, or old', async () => {
			const forged = await notified(1, { aviso: 'forjada' })
			expect(forged.readings).toMatchObject([{ kind: 'forjada' }])
			await notified(1, {})
			const [genuine] = rig.notifications
			if (!genuine) throw new Error('no notification')
			const other = { ...genuine, query: { ...genuine.query, 'data.id': '42' } }
			expect(rig.gateway.readNotification(other, new Date())).toMatchObject({ kind: 'forjada' })
			expect(rig.gateway.readNotification({ ...genuine, headers: {} }, new Date())).toMatchObject({ kind: 'forjada' })
			const muchLater = new Date(Date.now() + 30 * 86_400_000)
			expect(rig.gateway.readNotification(genuine, muchLater)).toMatchObject({ kind: 'forjada' })
		})

		test('without a body or a query are no payment', () => {
			const reading = rig.gateway.readNotification({ headers: {}, query: {}, body: undefined }, new Date())
			expect(reading.kind).not.toBe('pago')
		})
	})

	describe('a failing provider', () => {
		test.each(['500', '503', '429', 'basura', 'lento', 'corte'] as const)(
			'(%s) is reported as unavailable',
			async (kind) => {
				const { ref } = await open()
				await rig.fail(kind)
				await expect(rig.gateway.read(ref)).rejects.toThrow(GatewayUnavailable)
				await rig.fail(kind)
				await expect(rig.gateway.open(anAttempt())).rejects.toThrow(GatewayUnavailable)
				expect(await rig.gateway.read(ref)).toEqual([])
			},
		)

		test('reports a paid attempt after it dropped the first answer', async () => {
			const { url, ref } = await open()
			await rig.press(url, 'Aprobar pago')
			await rig.fail('corte_despues', traits.confirms)
			await expect(rig.gateway.confirm(ref)).rejects.toThrow(GatewayUnavailable)
			expect(await rig.gateway.confirm(ref)).toMatchObject([{ estado: 'aprobado', monto: total }])
		})
	})
})
