import { type Clp, clp } from '#core/rules/money.ts'
import { cleanLine } from '#core/rules/text.ts'
import { subtotalOf } from '#modules/cart/cart.ts'
import { type CouponValue, discountOf } from '#modules/orders/coupon.ts'

/** The maximum of an order, so that every sum fits the database's integers. In CLP. */
export const maxTotal = 2_000_000_000

/** The parts of the amount due; `total = subtotal + despacho − descuento`, never below 0. */
export interface Totals {
	readonly subtotal: Clp
	readonly despacho: Clp
	readonly descuento: Clp
	readonly total: Clp
}

/**
 * Computes an order's total: price times quantity, delivery (only for home delivery), less the discount. Used by page
 * and server.
 */
export function totalsOf(order: {
	lines: readonly { precio: number; cantidad: number }[]
	despacho: number
	/** The discount code's value; null without one. */
	coupon: CouponValue | null
}): Totals {
	const subtotal = subtotalOf(order.lines)
	const despacho = clp(order.despacho)
	const descuento = order.coupon ? discountOf(order.coupon, { subtotal, despacho }) : clp(0)
	return { subtotal, despacho, descuento, total: clp(subtotal + despacho - descuento) }
}

/** Normalises discount codes for comparison: cleaned, full-width characters as plain ones, without case. */
export function normalizeCoupon(code: string): string {
	return cleanLine(code).normalize('NFKC').trim().toUpperCase()
}
