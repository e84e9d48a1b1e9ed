/** A payment at a gateway, with what of it can still go back. */
export interface HeldPayment {
	readonly destino: string | null
	/** Pesos. */
	readonly devolvible: number
}

/**
 * Pesos that the shop holds for an order and would have to give back if it were called off. Without a payment at a gateway that
 * pays it, an order that counts as paid was paid by hand, whole.
 */
export function moneyHeld(
	order: { readonly pagada_at: unknown; readonly total: number },
	payments: readonly HeldPayment[],
): number {
	const atGateways = payments.reduce((sum, { devolvible }) => sum + devolvible, 0)
	const isPaidAtGateway = payments.some(({ destino }) => destino === 'aplicado')
	const byHand = order.pagada_at !== null && !isPaidAtGateway ? order.total : 0
	return atGateways + byHand
}
