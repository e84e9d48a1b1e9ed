import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOf, type PayoutTerms, payoutsToCome } from '#modules/numbers/server/money-to-come.ts'

test('adds IVA to a fee, in whole CLP', () => {
	// 2,89 % of 29.990 is 866,711, with 19 % on it 1.031,386.
	expect(feeOf(29_990, '2,89')).toBe(1031)
	expect([feeOf(29_990, null), feeOf(29_990, '0'), feeOf(0, '2,89')]).toEqual([0, 0, 0])
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.integer({ min: 0, max: 2000 }), (amount, hundredths) => {
			const exact = (BigInt(amount) * BigInt(hundredths) * 119n * 2n + 1_000_000n) / 2_000_000n
			expect(feeOf(amount, `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`)).toBe(
				Number(exact),
			)
		}),
	)
})

const nothing: PayoutTerms = { comision: null, dias: null }
const day = { pagos: 2, cobrado: 100_000, devuelto: 10_000, en_disputa: 0 }

test("pays out after the gateway's days, less refunds and the fee of the whole payment", () => {
	const terms = { mercadopago: nothing, flow: { comision: '2', dias: 3 }, webpay: { comision: null, dias: 1 } }
	const payments = [
		{ ...day, gateway: 'flow', dia: '2026-12-18' },
		{ ...day, gateway: 'flow', dia: '2026-12-17' },
		{ ...day, gateway: 'flow', dia: '2026-12-16' },
		{ ...day, gateway: 'webpay', dia: '2026-12-20' },
		{ ...day, gateway: 'webpay', dia: '2026-12-19', en_disputa: 29_990 },
		{ ...day, gateway: 'mercadopago', dia: '2026-12-20' },
	] as const
	expect(payoutsToCome(payments, terms, '2026-12-20')).toMatchObject([
		{ dia: '2026-12-20', gateway: 'flow', comision: 2380, por_recibir: 87_620 },
		{ dia: '2026-12-20', gateway: 'webpay', comision: 0, por_recibir: 60_010 },
		{ dia: '2026-12-21', gateway: 'flow', comision: 2380, por_recibir: 87_620 },
		{ dia: '2026-12-21', gateway: 'webpay', por_recibir: 90_000 },
	])
})
