import { formatClp } from '#core/rules/money.ts'
import { type Cart, subtotalOf } from '#modules/cart/cart.ts'
import { adjustmentOf } from '#modules/orders/order-money.ts'

/** Fields of an order that its total depends on. */
export interface ReadOrder {
	readonly carrito: readonly Pick<Cart[number], 'precio' | 'cantidad'>[]
	readonly despacho: number
	readonly descuento: number
	readonly total: number
}

/** Returns the rows between an order's lines and its total, which add up. */
export function totalParts({ carrito, despacho, descuento, total }: ReadOrder): readonly (readonly [string, string])[] {
	const adjustment = adjustmentOf({ subtotal: subtotalOf(carrito), despacho, descuento, total })
	const parts: readonly (readonly [string, number])[] = [
		['Despacho', despacho],
		['Descuento', -descuento],
		['Ajuste', adjustment],
	]
	return parts.filter(([, amount]) => amount !== 0).map(([label, amount]) => [label, formatClp(amount)])
}
