import { isGatewayMethod, type MetodoPago } from '#domain/orders/metodo-pago.ts'
import { paidByHand } from '#domain/orders/paid-by-hand.ts'
import type { PaymentDestino } from '#domain/payments/payment-states.ts'

/** A payment at a gateway, in pesos: what of it went back, and what of it can still go back. */
export interface HeldPayment {
	readonly destino: PaymentDestino | null
	readonly devuelto: number
	readonly devolvible: number
}

/** What of an order's payment without a gateway matters here. `devuelto_a_mano`: pesos that staff gave back already. */
export interface HandPayment {
	readonly pagada_at: unknown
	readonly metodo_pago: MetodoPago
	readonly total: number
	readonly pagado_a_mano: number | null
	readonly devuelto_a_mano: number
}

/** Pesos of these payments that can still go back. */
export function refundableOf(payments: readonly HeldPayment[]): number {
	return payments.reduce((sum, { devolvible }) => sum + devolvible, 0)
}

/**
 * Pesos held of an order without a gateway, which staff can give back by hand. Of one paid at a gateway, only what its
 * accepted cases leave open was paid by hand.
 */
export function heldByHand(order: HandPayment, payments: readonly HeldPayment[]): number {
	if (order.pagada_at === null || payments.some(({ destino }) => destino === 'aplicado')) return 0
	const cases = isGatewayMethod(order.metodo_pago) ? payments.filter(({ destino }) => destino === 'caso') : []
	const byCases = cases.reduce((sum, { devuelto, devolvible }) => sum + devuelto + devolvible, 0)
	return Math.max(0, paidByHand(order) - byCases - order.devuelto_a_mano)
}

/** Pesos that the shop holds for an order, at gateways and without, and would have to give back if it were called off. */
export function moneyHeld(order: HandPayment, payments: readonly HeldPayment[]): number {
	return refundableOf(payments) + heldByHand(order, payments)
}
