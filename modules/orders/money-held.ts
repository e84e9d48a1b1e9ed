import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import { paidByHand } from '#modules/orders/paid-by-hand.ts'
import type { PaymentDestino } from '#modules/orders/payment-states.ts'

/** A gateway payment, in CLP: the refunded part, and the part that can still be refunded. */
export interface HeldPayment {
	readonly destino: PaymentDestino | null
	readonly devuelto: number
	readonly devolvible: number
}

/** An order's payment without a gateway. `devuelto_a_mano`: CLP that staff refunded already. */
export interface HandPayment {
	readonly pagada_at: unknown
	readonly metodo_pago: MetodoPago
	readonly total: number
	readonly pagado_a_mano: number | null
	readonly devuelto_a_mano: number
}

/** CLP of these payments that can still be refunded. */
export function refundableOf(payments: readonly HeldPayment[]): number {
	return payments.reduce((sum, { devolvible }) => sum + devolvible, 0)
}

/**
 * CLP of an order paid without a gateway, which staff can refund by hand. Of one paid at a gateway, only the rest
 * beyond its accepted cases was paid by hand.
 */
export function heldByHand(order: HandPayment, payments: readonly HeldPayment[]): number {
	if (order.pagada_at === null || payments.some(({ destino }) => destino === 'aplicado')) return 0
	const cases = isGatewayMethod(order.metodo_pago) ? payments.filter(({ destino }) => destino === 'caso') : []
	const byCases = cases.reduce((sum, { devuelto, devolvible }) => sum + devuelto + devolvible, 0)
	return Math.max(0, paidByHand(order) - byCases - order.devuelto_a_mano)
}

/** CLP captured for an order, by gateways and without, that a cancellation would have to refund. */
export function moneyHeld(order: HandPayment, payments: readonly HeldPayment[]): number {
	return refundableOf(payments) + heldByHand(order, payments)
}
