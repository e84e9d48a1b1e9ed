import { expect, it } from 'vitest'
import { heldByHand, moneyHeld } from '#modules/orders/order-money.ts'

const paid = {
	pagada_at: '2026-11-20',
	metodo_pago: 'flow',
	total: 29_990,
	pagado_a_mano: null,
	devuelto_a_mano: 0,
} as const
const unpaid = { ...paid, pagada_at: null }
const applied = (devolvible: number) => ({ destino: 'aplicado' as const, devuelto: 0, devolvible })

it('returns what gateways can still refund of an order paid there', () => {
	expect(moneyHeld(paid, [applied(29_990)])).toBe(29_990)
	expect(moneyHeld(paid, [applied(9990)])).toBe(9990)
	expect(moneyHeld(paid, [applied(0)])).toBe(0)
})

it('returns the whole total of an order paid by transfer or in cash', () => {
	for (const metodo_pago of ['transferencia', 'efectivo', 'flow'] as const) {
		expect(moneyHeld({ ...paid, metodo_pago }, [])).toBe(29_990)
	}
})

it('returns 0 for an unpaid order, and counts a payment that is a case', () => {
	expect(moneyHeld(unpaid, [])).toBe(0)
	expect(moneyHeld(unpaid, [{ destino: null, devuelto: 0, devolvible: 0 }])).toBe(0)
	expect(moneyHeld(unpaid, [{ destino: 'por_devolver', devuelto: 0, devolvible: 5000 }])).toBe(5000)
	expect(moneyHeld(paid, [{ destino: 'por_devolver', devuelto: 0, devolvible: 5000 }])).toBe(34_990)
})

it('counts a case that staff accepted as the payment of its order once, whatever its amount', () => {
	const accepted = (devolvible: number) => ({ destino: 'caso' as const, devuelto: 0, devolvible })
	expect(moneyHeld(paid, [accepted(29_990)])).toBe(29_990)
	expect(moneyHeld({ ...paid, total: 25_000 }, [accepted(29_990)])).toBe(29_990)
	expect(moneyHeld(paid, [accepted(1000)])).toBe(29_990)
	expect(moneyHeld(unpaid, [accepted(29_990)])).toBe(29_990)
	expect(moneyHeld(paid, [accepted(29_990), accepted(29_990)])).toBe(59_980)
})

it('counts a case beside a transfer or cash that paid the order', () => {
	expect(
		moneyHeld({ ...paid, metodo_pago: 'transferencia' }, [{ destino: 'caso', devuelto: 0, devolvible: 29_990 }]),
	).toBe(59_980)
})

it('excludes what a gateway or staff refunded', () => {
	const transfer = { ...paid, metodo_pago: 'transferencia' } as const
	expect(heldByHand({ ...transfer, devuelto_a_mano: 10_000 }, [])).toBe(19_990)
	expect(heldByHand({ ...transfer, devuelto_a_mano: 29_990 }, [])).toBe(0)
	expect(heldByHand(paid, [{ destino: 'caso', devuelto: 29_990, devolvible: 0 }])).toBe(0)
	expect(heldByHand(paid, [{ destino: 'aplicado', devuelto: 29_990, devolvible: 0 }])).toBe(0)
	expect(heldByHand({ ...transfer, pagada_at: null }, [])).toBe(0)
})

it('returns the amount paid by hand, although staff lowered the total since', () => {
	const lowered = { ...paid, metodo_pago: 'efectivo', total: 20_000, pagado_a_mano: 29_990 } as const
	expect(heldByHand(lowered, [])).toBe(29_990)
	expect(heldByHand({ ...lowered, total: 35_000 }, [])).toBe(35_000)
})
