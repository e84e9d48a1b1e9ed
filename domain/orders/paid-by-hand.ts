/**
 * Pesos that an order paid without a gateway brought. `pagado_a_mano`: its total before staff first changed that; null: they
 * did not.
 */
export function paidByHand(order: { readonly total: number; readonly pagado_a_mano: number | null }): number {
	return Math.max(order.total, order.pagado_a_mano ?? 0)
}
