/**
 * CLP paid for an order without a gateway. `pagado_a_mano`: its total before staff first changed it; null: unchanged.
 */
export function paidByHand(order: { readonly total: number; readonly pagado_a_mano: number | null }): number {
	return Math.max(order.total, order.pagado_a_mano ?? 0)
}
