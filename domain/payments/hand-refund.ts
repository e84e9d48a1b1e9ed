/** How staff give money back that no gateway holds. */
export const handRefundWays = ['transferencia', 'efectivo'] as const
export type HandRefundWay = (typeof handRefundWays)[number]

export const handRefundWayText: Readonly<Record<HandRefundWay, string>> = {
	transferencia: 'por transferencia',
	efectivo: 'en efectivo',
}

/** The longest reference of a refund by hand: a bank's number of it, or a few words. */
export const maxReference = 80

/**
 * What an order that was paid without a gateway brought, in pesos: its total, unless staff changed that since. `pagado_a_mano`
 * is the total before the first such change; null: it was not changed.
 */
export function paidByHand(order: { readonly total: number; readonly pagado_a_mano: number | null }): number {
	return Math.max(order.total, order.pagado_a_mano ?? 0)
}

/**
 * `pagado_a_mano` of an order that staff set to paid now, of which `devuelto` pesos went back before. When all of it had gone
 * back, it was paid another time; else it is the same payment, and what went back of it stays gone.
 */
export function paidAgain(
	order: { readonly total: number; readonly pagado_a_mano: number | null },
	devuelto: number,
): number | null {
	if (devuelto === 0) return null
	return devuelto >= paidByHand(order) ? devuelto + order.total : order.pagado_a_mano
}
