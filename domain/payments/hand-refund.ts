import { paidByHand } from '#domain/orders/paid-by-hand.ts'
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
 * `pagado_a_mano` of an order that staff set to paid now. Had all `devuelto` pesos gone back, it is a new payment; else the
 * same one.
 */
export function paidAgain(
	order: { readonly total: number; readonly pagado_a_mano: number | null },
	devuelto: number,
): number | null {
	if (devuelto === 0) return null
	return devuelto >= paidByHand(order) ? devuelto + order.total : order.pagado_a_mano
}
