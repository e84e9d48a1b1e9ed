import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { estados } from '#modules/orders/estado.ts'
import {
	type dineros,
	heldByHand,
	isCalledOff,
	moneyHeld,
	moneyOf,
	type OrderBooks,
	paidAgain,
	paidByHand,
	stopsDelivery,
} from '#modules/orders/order-money.ts'

const none = { monto: 0, pedido: 0, devuelto: 0, retirado: 0 }
const paid: OrderBooks = {
	estado: 'pagada',
	metodo_pago: 'webpay',
	total: 29_990,
	pagado_a_mano: null,
	esta_pagada: true,
	aplicado: { ...none, monto: 29_990 },
	casos: none,
	devuelto_a_mano: 0,
	en_disputa: false,
	discutida: false,
}
const byGateway = (
	money: Partial<NonNullable<OrderBooks['aplicado']>>,
	books: Partial<OrderBooks> = {},
): OrderBooks => ({
	...paid,
	...books,
	aplicado: { ...none, monto: 29_990, ...money },
})
const inCash = (books: Partial<OrderBooks>): OrderBooks => ({
	...paid,
	metodo_pago: 'efectivo',
	aplicado: null,
	...books,
})

const gatewayMoney = fc
	.tuple(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000), fc.nat(100_000))
	.map((amounts) => amounts.toSorted((a, b) => a - b))
	.map(([devuelto = 0, pedido = 0, left = 0, monto = 0]) => ({ devuelto, pedido, retirado: left - pedido, monto }))
const anyBooks: fc.Arbitrary<OrderBooks> = fc.record({
	estado: fc.constantFrom(...estados),
	metodo_pago: fc.constantFrom(...metodosPago),
	total: fc.nat(100_000),
	pagado_a_mano: fc.option(fc.nat(100_000)),
	esta_pagada: fc.boolean(),
	aplicado: fc.option(gatewayMoney),
	casos: fc.oneof(fc.constant(none), gatewayMoney),
	devuelto_a_mano: fc.oneof(fc.constant(0), fc.nat(50_000)),
	en_disputa: fc.boolean(),
	discutida: fc.boolean(),
})

describe('moneyOf', () => {
	it.each<[string, OrderBooks, (typeof dineros)[number], number, number]>([
		['an order that waits for payment', inCash({ estado: 'pendiente', esta_pagada: false }), 'sin_pago', 0, 0],
		['an order that expired unpaid', inCash({ estado: 'fallida', esta_pagada: false }), 'sin_pago', 0, 0],
		['an order paid at a gateway', paid, 'pagada', 0, 0],
		['cash handed over at the door', inCash({ estado: 'completado' }), 'pagada', 0, 0],
		[
			'a gateway payment of an order in review without a payment date',
			byGateway({}, { estado: 'en_revision', esta_pagada: false }),
			'pagada',
			0,
			0,
		],
		[
			'a refunded one of an order without a payment date, which waits again',
			byGateway({ pedido: 29_990, devuelto: 29_990 }, { estado: 'en_revision', esta_pagada: false }),
			'sin_pago',
			29_990,
			0,
		],
		[
			'a cancelled order without a payment date, paid at a gateway',
			byGateway({}, { estado: 'cancelado', esta_pagada: false }),
			'por_devolver',
			0,
			29_990,
		],
		['a free order', byGateway({ monto: 0 }, { total: 0 }), 'pagada', 0, 0],
		['a part that went back', byGateway({ pedido: 10_000, devuelto: 10_000 }), 'devuelta_en_parte', 10_000, 0],
		['a part that is on its way back', byGateway({ pedido: 10_000 }), 'pagada', 0, 0],
		['a whole refund that is requested', byGateway({ pedido: 29_990 }), 'por_devolver', 0, 0],
		['a whole refund that was made', byGateway({ pedido: 29_990, devuelto: 29_990 }), 'devuelta', 29_990, 0],
		['a paid order that is cancelled', byGateway({}, { estado: 'cancelado' }), 'por_devolver', 0, 29_990],
		[
			'a cancelled order of which a part went back',
			byGateway({ pedido: 10_000, devuelto: 10_000 }, { estado: 'cancelado' }),
			'por_devolver',
			10_000,
			19_990,
		],
		[
			'a cancelled order whose money all went back',
			byGateway({ pedido: 29_990, devuelto: 29_990 }, { estado: 'cancelado' }),
			'devuelta',
			29_990,
			0,
		],
		['a cancelled order paid in cash', inCash({ estado: 'cancelado' }), 'por_devolver', 0, 29_990],
		['cash that went back', inCash({ estado: 'completado', devuelto_a_mano: 29_990 }), 'devuelta', 29_990, 0],
		['an open chargeback', { ...paid, en_disputa: true, discutida: true }, 'en_disputa', 0, 0],
		['a lost chargeback', byGateway({ retirado: 29_990 }, { discutida: true }), 'devuelta', 0, 0],
		[
			'a cancelled order that a dispute took a part of',
			byGateway({ retirado: 9990 }, { estado: 'cancelado', discutida: true }),
			'por_devolver',
			0,
			20_000,
		],
		['a total lowered after payment', inCash({ total: 20_000, pagado_a_mano: 29_990 }), 'pagada', 0, 9990],
		[
			'a lowered total whose difference went back',
			inCash({ total: 20_000, pagado_a_mano: 29_990, devuelto_a_mano: 9990 }),
			'devuelta_en_parte',
			9990,
			0,
		],
		[
			'a payment of another amount that staff have not accepted',
			{ ...paid, estado: 'en_revision', esta_pagada: false, aplicado: null, casos: { ...none, monto: 20_000 } },
			'sin_pago',
			0,
			0,
		],
		[
			'a payment of another amount of a cancelled order',
			{ ...paid, estado: 'cancelado', esta_pagada: false, aplicado: null, casos: { ...none, monto: 20_000 } },
			'por_devolver',
			0,
			20_000,
		],
	])('derives the state of %s', (_, books, dinero, devuelto, por_devolver) => {
		expect(moneyOf(books)).toMatchObject({ dinero, devuelto, por_devolver })
	})

	it('counts money that a dispute took as returned by the bank once the dispute is over', () => {
		const taken = byGateway({ pedido: 5000, devuelto: 5000, retirado: 24_990 }, { discutida: true })
		expect(moneyOf({ ...taken, en_disputa: true })).toMatchObject({ devuelto: 5000, devuelto_por_banco: 0 })
		expect(moneyOf(taken)).toMatchObject({ devuelto: 5000, devuelto_por_banco: 24_990 })
	})

	it('keeps a cancelled paid order in por_devolver exactly until all of it is refunded', () => {
		fc.assert(
			fc.property(anyBooks, (any) => {
				const books: OrderBooks = { ...any, estado: 'cancelado', en_disputa: false }
				const { dinero, cobrado, devuelto, devuelto_por_banco } = moneyOf(books)
				const expected =
					cobrado === 0 ? 'sin_pago' : devuelto + devuelto_por_banco >= cobrado ? 'devuelta' : 'por_devolver'
				expect(dinero).toBe(expected)
			}),
		)
	})

	it('never exceeds the payments with refunds and amounts owed', () => {
		fc.assert(
			fc.property(anyBooks, (books) => {
				const { cobrado, devuelto, devuelto_por_banco, por_devolver } = moneyOf(books)
				expect(devuelto + devuelto_por_banco + por_devolver).toBeLessThanOrEqual(cobrado)
				expect(Math.min(devuelto, por_devolver)).toBeGreaterThanOrEqual(0)
			}),
		)
	})
})

describe('stopsDelivery', () => {
	it('stops every active order that is refunded, about to be, or disputed, and no other', () => {
		fc.assert(
			fc.property(anyBooks, (any) => {
				const books = { ...any, discutida: any.en_disputa }
				const { dinero } = moneyOf(books)
				if (isCalledOff(books.estado)) return
				expect(stopsDelivery(books, { dinero })).toBe(['por_devolver', 'devuelta', 'en_disputa'].includes(dinero))
			}),
		)
	})

	it('stops an order with a fraud warning of its gateway, whatever its money', () => {
		expect(stopsDelivery({ ...paid, discutida: true }, moneyOf(paid))).toBe(true)
	})
})

describe('money that the shop has', () => {
	const paid = {
		pagada_at: '2026-11-20',
		metodo_pago: 'flow',
		total: 29_990,
		pagado_a_mano: null,
		devuelto_a_mano: 0,
	} as const
	const unpaid = { ...paid, pagada_at: null }
	const applied = (devolvible: number) => ({ destino: 'aplicado' as const, devuelto: 0, retirado: 0, devolvible })

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
		expect(moneyHeld(unpaid, [{ destino: null, devuelto: 0, retirado: 0, devolvible: 0 }])).toBe(0)
		expect(moneyHeld(unpaid, [{ destino: 'por_devolver', devuelto: 0, retirado: 0, devolvible: 5000 }])).toBe(5000)
		expect(moneyHeld(paid, [{ destino: 'por_devolver', devuelto: 0, retirado: 0, devolvible: 5000 }])).toBe(34_990)
	})

	it('counts a case that staff accepted as the payment of its order once, whatever its amount', () => {
		const accepted = (devolvible: number) => ({ destino: 'caso' as const, devuelto: 0, retirado: 0, devolvible })
		expect(moneyHeld(paid, [accepted(29_990)])).toBe(29_990)
		expect(moneyHeld({ ...paid, total: 25_000 }, [accepted(29_990)])).toBe(29_990)
		expect(moneyHeld(paid, [accepted(1000)])).toBe(29_990)
		expect(moneyHeld(unpaid, [accepted(29_990)])).toBe(29_990)
		expect(moneyHeld(paid, [accepted(29_990), accepted(29_990)])).toBe(59_980)
	})

	it('counts a case beside a transfer or cash that paid the order', () => {
		expect(
			moneyHeld({ ...paid, metodo_pago: 'transferencia' }, [
				{ destino: 'caso', devuelto: 0, retirado: 0, devolvible: 29_990 },
			]),
		).toBe(59_980)
	})

	it('excludes what a gateway or staff refunded', () => {
		const transfer = { ...paid, metodo_pago: 'transferencia' } as const
		expect(heldByHand({ ...transfer, devuelto_a_mano: 10_000 }, [])).toBe(19_990)
		expect(heldByHand({ ...transfer, devuelto_a_mano: 29_990 }, [])).toBe(0)
		expect(heldByHand(paid, [{ destino: 'caso', devuelto: 29_990, retirado: 0, devolvible: 0 }])).toBe(0)
		expect(heldByHand(paid, [{ destino: 'aplicado', devuelto: 29_990, retirado: 0, devolvible: 0 }])).toBe(0)
		expect(heldByHand({ ...transfer, pagada_at: null }, [])).toBe(0)
	})

	it('returns the amount paid by hand, although staff lowered the total since', () => {
		const lowered = { ...paid, metodo_pago: 'efectivo', total: 20_000, pagado_a_mano: 29_990 } as const
		expect(heldByHand(lowered, [])).toBe(29_990)
		expect(heldByHand({ ...lowered, total: 35_000 }, [])).toBe(35_000)
	})
})

describe('a refund by hand', () => {
	it('returns the total before staff changed it, or the total that they raised it to', () => {
		expect(paidByHand({ total: 29_990, pagado_a_mano: null })).toBe(29_990)
		expect(paidByHand({ total: 20_000, pagado_a_mano: 29_990 })).toBe(29_990)
		expect(paidByHand({ total: 35_000, pagado_a_mano: 29_990 })).toBe(35_000)
	})

	it('returns a new payment after a full refund, and the same one otherwise', () => {
		const order = { total: 29_990, pagado_a_mano: null }
		expect(paidAgain(order, 0)).toBeNull()
		expect(paidAgain(order, 29_990)).toBe(59_980)
		expect(paidAgain(order, 5000)).toBeNull()
		expect(paidAgain({ total: 20_000, pagado_a_mano: 29_990 }, 20_000)).toBe(29_990)
	})
})
