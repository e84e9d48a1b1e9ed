import { expect, it } from 'vitest'
import { moneyHeld } from '#domain/staff/money-held.ts'

const paid = { pagada_at: '2026-11-20', metodo_pago: 'flow', total: 29_990 } as const
const unpaid = { ...paid, pagada_at: null }
const applied = (devolvible: number) => ({ destino: 'aplicado' as const, devolvible })

it('is what gateways can still give back of an order paid there', () => {
	expect(moneyHeld(paid, [applied(29_990)])).toBe(29_990)
	expect(moneyHeld(paid, [applied(9990)])).toBe(9990)
	expect(moneyHeld(paid, [applied(0)])).toBe(0)
})

it('is the whole total of an order paid by transfer or in cash', () => {
	for (const metodo_pago of ['transferencia', 'efectivo', 'flow'] as const) {
		expect(moneyHeld({ ...paid, metodo_pago }, [])).toBe(29_990)
	}
})

it('is nothing for an order that nobody paid, and counts a payment that could not be honoured', () => {
	expect(moneyHeld(unpaid, [])).toBe(0)
	expect(moneyHeld(unpaid, [{ destino: null, devolvible: 0 }])).toBe(0)
	expect(moneyHeld(unpaid, [{ destino: 'por_devolver', devolvible: 5000 }])).toBe(5000)
	expect(moneyHeld(paid, [{ destino: 'por_devolver', devolvible: 5000 }])).toBe(34_990)
})

it('counts a case that staff accepted as the payment of its order once, whatever its amount', () => {
	const accepted = (devolvible: number) => ({ destino: 'caso' as const, devolvible })
	expect(moneyHeld(paid, [accepted(29_990)])).toBe(29_990)
	expect(moneyHeld({ ...paid, total: 25_000 }, [accepted(29_990)])).toBe(29_990)
	expect(moneyHeld(paid, [accepted(1000)])).toBe(29_990)
	expect(moneyHeld(unpaid, [accepted(29_990)])).toBe(29_990)
	expect(moneyHeld(paid, [accepted(29_990), accepted(29_990)])).toBe(59_980)
})

it('counts a case beside a transfer or cash that paid the order', () => {
	expect(moneyHeld({ ...paid, metodo_pago: 'transferencia' }, [{ destino: 'caso', devolvible: 29_990 }])).toBe(59_980)
})
