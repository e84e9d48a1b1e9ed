import { isGatewayMethod, type MetodoPago } from '#domain/orders/metodo-pago.ts'
import type { PaymentDestino } from '#domain/payments/payment-states.ts'

/** A payment at a gateway, with what of it can still go back. */
export interface HeldPayment {
	readonly destino: PaymentDestino | null
	/** Pesos. */
	readonly devolvible: number
}

/** Pesos of these payments that can still go back. */
export function refundableOf(payments: readonly HeldPayment[]): number {
	return payments.reduce((sum, { devolvible }) => sum + devolvible, 0)
}

/**
 * Pesos that the shop holds for an order and would have to give back if it were called off. Without a payment at a gateway that
 * pays it, an order that counts as paid was paid by hand. One that is paid at a gateway may have been paid by a case that staff
 * accepted: only what cases leave open of it was paid by hand.
 */
export function moneyHeld(
	order: { readonly pagada_at: unknown; readonly metodo_pago: MetodoPago; readonly total: number },
	payments: readonly HeldPayment[],
): number {
	const isPaidAtGateway = payments.some(({ destino }) => destino === 'aplicado')
	const byCases = isGatewayMethod(order.metodo_pago)
		? refundableOf(payments.filter(({ destino }) => destino === 'caso'))
		: 0
	const byHand = order.pagada_at !== null && !isPaidAtGateway ? Math.max(0, order.total - byCases) : 0
	return refundableOf(payments) + byHand
}
