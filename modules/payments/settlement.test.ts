import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awaitsPayment, estados } from '#modules/orders/estado.ts'
import type { PaymentDestino } from '#modules/orders/payment-details.ts'
import {
	decideSettlement,
	type ReportedPayment,
	type SettlementFacts,
	type WrittenPayment,
} from '#modules/payments/settlement.ts'

const approved: ReportedPayment = { pago_id: '1', estado: 'aprobado', monto: 33_490, moneda: 'CLP', devuelto: 0 }
const waiting: SettlementFacts = {
	order: { estado: 'pendiente', metodo_pago: 'mercadopago', total: 33_490, email: 'ana@correo.cl' },
	wasCancelledByPerson: false,
	attempt: { gateway: 'mercadopago', monto: 33_490, estado: 'abierto' },
	payments: [],
	written: [],
	hasOtherOpenAttempt: false,
}
const written = (destino: PaymentDestino, devolvible = 33_490): WrittenPayment[] => [
	{ gateway: 'mercadopago', pago_id: '0', destino, devolvible, devuelto: 33_490 - devolvible },
]
const decide = (facts: Partial<SettlementFacts>) => decideSettlement({ ...waiting, ...facts })

describe('an approved payment', () => {
	it('of the right amount pays a waiting order', () => {
		expect(decide({ payments: [approved] })).toEqual({
			verdicts: [{ pago_id: '1', do: 'aplicar' }],
			reverted: [],
			attempt: 'pagado',
			fails: false,
		})
	})

	it('pays a failed order too when it is late', () => {
		const order = { ...waiting.order, estado: 'fallida' as const }
		expect(decide({ order, payments: [approved] }).verdicts).toEqual([{ pago_id: '1', do: 'aplicar' }])
	})

	it('of another amount or currency is never applied', () => {
		expect(decide({ payments: [{ ...approved, monto: 33_489 }] }).verdicts[0]).toMatchObject({
			do: 'caso',
			why: 'monto_distinto',
		})
		expect(decide({ payments: [{ ...approved, moneda: 'ARS' }] }).verdicts[0]).toMatchObject({
			do: 'caso',
			why: 'moneda_distinta',
		})
	})

	it('is compared with the current total, which staff may change after the attempt was opened', () => {
		const order = { ...waiting.order, total: 10_000 }
		const paid = (monto: number) => decide({ order, payments: [{ ...approved, monto }] }).verdicts[0]
		expect(paid(33_490)).toMatchObject({ do: 'caso', why: 'monto_distinto' })
		expect(paid(10_000)).toMatchObject({ do: 'caso', why: 'monto_distinto' })
	})

	it('pays, whatever of another currency is reported with it', () => {
		const other = { ...approved, pago_id: '2', moneda: 'ARS' }
		expect(decide({ payments: [other, approved] }).verdicts).toEqual([
			{ pago_id: '2', do: 'caso', why: 'moneda_distinta' },
			{ pago_id: '1', do: 'aplicar' },
		])
	})

	it('pays although it was pending before, or another gateway has the same payment id', () => {
		const before = { pago_id: '1', devolvible: 0, devuelto: 0 }
		for (const written of [
			[{ ...before, gateway: 'mercadopago', destino: null } as const],
			[{ ...before, gateway: 'flow', destino: 'por_devolver' } as const],
		]) {
			expect(decide({ written, payments: [approved] }).verdicts).toEqual([{ pago_id: '1', do: 'aplicar' }])
		}
	})

	it('changes nothing when it was stored as refunded: the answer is an older one', () => {
		const gone = { gateway: 'mercadopago', pago_id: '1', destino: null, devolvible: 0, devuelto: 33_490 } as const
		expect(decide({ written: [gone], payments: [approved] })).toMatchObject({ verdicts: [], fails: false })
		const cents = { ...approved, moneda: 'USD', monto: 31.45 }
		expect(decide({ written: [{ ...gone, devuelto: 31 }], payments: [cents] }).verdicts).toEqual([])
	})

	it('pays an order for which staff set another payment method', () => {
		const order = { ...waiting.order, metodo_pago: 'transferencia' } as const
		expect(decide({ order, payments: [approved] }).verdicts).toEqual([{ pago_id: '1', do: 'aplicar' }])
	})

	it('beside another one is refunded', () => {
		expect(decide({ payments: [approved, { ...approved, pago_id: '2' }] }).verdicts).toEqual([
			{ pago_id: '1', do: 'aplicar' },
			{ pago_id: '2', do: 'devolver', why: 'pago_doble' },
		])
		expect(decide({ written: written('aplicado'), payments: [approved] }).verdicts[0]).toMatchObject({ do: 'devolver' })
	})

	it('pays a waiting or expired order again after a full refund of the previous one, and only that', () => {
		const pays = { verdicts: [{ pago_id: '1', do: 'aplicar' }] }
		const goesBack = { verdicts: [{ pago_id: '1', do: 'devolver' }] }
		for (const estado of estados) {
			const order = { ...waiting.order, estado }
			const verdict = estado === 'pendiente' || estado === 'fallida' ? pays : goesBack
			expect(decide({ order, written: written('aplicado', 0), payments: [approved] })).toMatchObject(verdict)
			expect(decide({ order, written: written('aplicado', 1), payments: [approved] })).toMatchObject(goesBack)
		}
	})

	it('of another amount is refunded when one of the right amount is reported with it, in any order', () => {
		const wrong = { ...approved, pago_id: '2', monto: 1 }
		for (const payments of [
			[approved, wrong],
			[wrong, approved],
		]) {
			expect(decide({ payments }).verdicts).toEqual([
				{ pago_id: '1', do: 'aplicar' },
				{ pago_id: '2', do: 'devolver', why: 'pago_doble' },
			])
		}
	})

	it('of a cancelled order is a case for staff', () => {
		const order = { ...waiting.order, estado: 'cancelado' as const }
		expect(decide({ order, payments: [approved] }).verdicts[0]).toMatchObject({ do: 'caso', why: 'orden_cancelada' })
		const review = { ...order, estado: 'en_revision' as const }
		expect(decide({ order: review, wasCancelledByPerson: true, payments: [approved] }).verdicts[0]).toMatchObject({
			do: 'caso',
		})
	})
})

describe('an approved payment of an anonymized order', () => {
	it('is a case for staff while the order waits for a payment, in any other condition', () => {
		for (const estado of estados) {
			const order = { ...waiting.order, email: '', estado }
			const verdict = awaitsPayment[estado] ? { do: 'caso', why: 'orden_olvidada' } : { do: 'aplicar' }
			expect(decide({ order, payments: [approved] }).verdicts).toMatchObject([verdict])
		}
	})
})

describe('an approved payment of an order that staff marked as paid', () => {
	const paid = { ...waiting.order, estado: 'pagada' as const }

	it('is the payment that they marked', () => {
		expect(decide({ order: paid, payments: [approved] }).verdicts).toEqual([{ pago_id: '1', do: 'aplicar' }])
	})

	it('is a case when the order was paid by another method, or by a case that they accepted', () => {
		const verdicts = [{ pago_id: '1', do: 'caso', why: 'orden_ya_pagada' }]
		const order = { ...paid, metodo_pago: 'transferencia' } as const
		expect(decide({ order, payments: [approved] }).verdicts).toEqual(verdicts)
		expect(decide({ order: paid, written: written('caso'), payments: [approved] }).verdicts).toEqual(verdicts)
	})

	it('is the payment that they marked when the previous case was refunded', () => {
		expect(decide({ order: paid, written: written('caso', 0), payments: [approved] }).verdicts[0]).toMatchObject({
			do: 'aplicar',
		})
	})
})

describe('a payment that was partly reversed', () => {
	const reversed = (devuelto: number) => [{ ...approved, pago_id: '0', devuelto }]

	it("is reported when the reversed amount exceeds the shop's refunds", () => {
		expect(decide({ written: written('aplicado'), payments: reversed(33_490) }).reverted).toEqual(['0'])
		expect(decide({ written: written('aplicado', 30_000), payments: reversed(3490) }).reverted).toEqual([])
		expect(decide({ written: written('aplicado', 30_000), payments: reversed(33_490) }).reverted).toEqual(['0'])
	})

	it('is reported when it is first seen with a reversed amount', () => {
		const verdicts = [{ pago_id: '0', do: 'aplicar' }]
		expect(decide({ payments: reversed(10_000) })).toMatchObject({ verdicts, reverted: ['0'], attempt: 'pagado' })
		expect(decide({ payments: reversed(0) })).toMatchObject({ verdicts, reverted: [] })
	})

	it('is not reported when another payment was reversed', () => {
		const payments = [
			{ ...approved, pago_id: '0' },
			{ ...approved, pago_id: '2', devuelto: 33_490 },
		]
		const gone = { devolvible: 0, devuelto: 33_490 }
		const double: WrittenPayment = { gateway: 'mercadopago', pago_id: '2', destino: 'por_devolver', ...gone }
		expect(decide({ written: [...written('aplicado'), double], payments }).reverted).toEqual([])
		expect(decide({ payments }).reverted).toEqual([])
	})

	it('is not reported when it never paid the order', () => {
		const payments = reversed(33_490).map((payment) => ({ ...payment, monto: 33_489 }))
		expect(decide({ payments })).toMatchObject({ verdicts: [{ do: 'caso' }], reverted: [] })
	})

	it('leaves its attempt paid, and never fails the order', () => {
		const payments = [{ ...approved, estado: 'devuelto' as const, devuelto: 33_490 }]
		expect(decide({ payments })).toEqual({ verdicts: [], reverted: [], attempt: 'pagado', fails: false })
	})

	it('is not reported for the cents of another currency, which are not stored', () => {
		expect(decide({ written: written('aplicado', 33_459), payments: reversed(31.45) }).reverted).toEqual([])
	})

	it('is reported as a case only if staff accepted it', () => {
		const order = { ...waiting.order, estado: 'completado' as const }
		expect(decide({ order, written: written('caso'), payments: reversed(33_490) }).reverted).toEqual(['0'])
		expect(decide({ written: written('caso'), payments: reversed(33_490) }).reverted).toEqual([])
		expect(decide({ order, written: written('por_devolver'), payments: reversed(33_490) }).reverted).toEqual([])
	})
})

describe('a refused payment', () => {
	const refused = { ...approved, estado: 'rechazado' as const }

	it('fails the order, and so does a cancelled one', () => {
		const cancelled = { ...refused, estado: 'cancelado' as const }
		for (const payment of [refused, cancelled]) {
			expect(decide({ payments: [payment] })).toMatchObject({ attempt: 'rechazado', fails: true })
		}
	})

	it('keeps the order when another payment of the same page is approved or pending', () => {
		expect(decide({ payments: [refused, { ...approved, pago_id: '2' }] }).fails).toBe(false)
		expect(decide({ payments: [refused, { ...approved, pago_id: '2', estado: 'pendiente' }] }).fails).toBe(false)
	})

	it('keeps the order when it was paid before', () =>
		expect(decide({ written: written('aplicado'), payments: [refused] }).fails).toBe(false))

	it('keeps the order while another attempt is open, or when it no longer waits', () => {
		expect(decide({ payments: [refused], hasOtherOpenAttempt: true }).fails).toBe(false)
		for (const estado of estados.filter((e) => e !== 'pendiente')) {
			expect(decide({ order: { ...waiting.order, estado }, payments: [refused] }).fails).toBe(false)
		}
	})

	it('keeps the order when the refusal is old or the method has changed', () => {
		const attempt = { ...waiting.attempt, estado: 'rechazado' as const }
		expect(decide({ attempt, payments: [refused] }).fails).toBe(false)
		const order = { ...waiting.order, metodo_pago: 'transferencia' } as const
		expect(decide({ order, payments: [refused] }).fails).toBe(false)
		expect(decide({ order, gaveUp: true }).fails).toBe(false)
	})
})

describe('an unpaid page', () => {
	it('changes nothing, until its customer gives up', () => {
		expect(decide({})).toEqual({ verdicts: [], reverted: [], attempt: 'abierto', fails: false })
		expect(decide({ gaveUp: true })).toMatchObject({ attempt: 'rechazado', fails: true })
	})

	it('is still paid when its customer gave up too early', () => {
		expect(decide({ gaveUp: true, payments: [approved] })).toMatchObject({ attempt: 'pagado', fails: false })
		const pending = { ...approved, estado: 'pendiente' as const }
		expect(decide({ gaveUp: true, payments: [pending] })).toMatchObject({ attempt: 'pendiente', fails: false })
	})
})

it('repeats nothing about handled payments, and never applies two', () => {
	const payment = fc.record({
		pago_id: fc.constantFrom('1', '2', '3'),
		estado: fc.constantFrom('pendiente', 'aprobado', 'rechazado', 'cancelado', 'devuelto'),
		monto: fc.constantFrom(33_490, 1),
		moneda: fc.constantFrom('CLP', 'USD'),
		devuelto: fc.constant(0),
	})
	const payments = fc.uniqueArray(payment, { selector: (p) => p.pago_id, maxLength: 3 })
	fc.assert(
		fc.property(payments, fc.constantFrom(...estados), (reported, estado) => {
			const facts = { ...waiting, order: { ...waiting.order, estado }, payments: reported }
			const first = decideSettlement(facts)
			const applied = first.verdicts.filter((v) => v.do === 'aplicar').length
			expect(applied).toBeLessThanOrEqual(1)
			const written = first.verdicts.map(
				(v): WrittenPayment => ({
					gateway: 'mercadopago',
					pago_id: v.pago_id,
					devolvible: 1,
					devuelto: 0,
					destino: v.do === 'aplicar' ? 'aplicado' : 'caso',
				}),
			)
			expect(decideSettlement({ ...facts, written }).verdicts).toEqual([])
		}),
	)
})
