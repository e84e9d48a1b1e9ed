import { paidByHand } from '#modules/orders/order-money.ts'
/** How staff refund money that no gateway captured. */
export const handRefundWays = ['transferencia', 'efectivo'] as const
export type HandRefundWay = (typeof handRefundWays)[number]

export const handRefundWayText: Readonly<Record<HandRefundWay, string>> = {
	transferencia: 'por transferencia',
	efectivo: 'en efectivo',
}

/** The longest reference of a refund by hand: a bank's number, or a short text. */
export const maxReference = 80

/**
 * The `pagado_a_mano` of an order that staff set to paid now. After a refund of all `devuelto` CLP it is a new payment;
 * otherwise the same one.
 */
export function paidAgain(
	order: { readonly total: number; readonly pagado_a_mano: number | null },
	devuelto: number,
): number | null {
	if (devuelto === 0) return null
	return devuelto >= paidByHand(order) ? devuelto + order.total : order.pagado_a_mano
}
