import { subtotalOf } from '#domain/cart/cart.ts'
import { type Clp, clp } from '#domain/money.ts'
import { type CouponValue, discountOf } from '#domain/orders/coupons.ts'
import { cleanLine } from '#domain/typed-text.ts'

/** No order is larger than this, so that every sum fits the database's integers. In pesos. */
export const maxTotal = 2_000_000_000

/** The parts of what a customer pays; `total = subtotal + despacho − descuento`, never below 0. */
export interface Totals {
	readonly subtotal: Clp
	readonly despacho: Clp
	readonly descuento: Clp
	readonly total: Clp
}

/** Adds an order up: price times quantity, delivery (only for home delivery), less the discount. Page and server both use it. */
export function totalsOf(order: {
	lines: readonly { precio: number; cantidad: number }[]
	despacho: number
	/** What its discount code takes off; null without one. */
	coupon: CouponValue | null
}): Totals {
	const subtotal = subtotalOf(order.lines)
	const beforeDiscount = subtotal + order.despacho
	const descuento = order.coupon ? discountOf(order.coupon, { subtotal, despacho: order.despacho }) : 0
	return {
		subtotal,
		despacho: clp(order.despacho),
		descuento: clp(descuento),
		total: clp(beforeDiscount - descuento),
	}
}

/** What staff put on a total beyond its parts, or took off it, in pesos; 0 for a total that nobody changed. */
export function adjustmentOf(order: { subtotal: number; despacho: number; descuento: number; total: number }): number {
	return order.total - (order.subtotal + order.despacho - order.descuento)
}

/** How discount codes are compared: cleaned, letters and digits of full width as plain ones, without case. */
export function normalizeCoupon(code: string): string {
	return cleanLine(code).normalize('NFKC').trim().toUpperCase()
}
