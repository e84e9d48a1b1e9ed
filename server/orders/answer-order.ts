import { type Failure, isFailure } from '#contract/failure.ts'
import type { PlaceOrderAnswer } from '#contract/orders/place-order.ts'
import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { OrderRow } from '#server/orders/move-order.ts'
import { openAttempt } from '#server/payments/open-attempt.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'

/**
 * What creating an order answers, now and at every repetition: the order, and where its payment is made. A gateway that does
 * not answer refuses with `pago_no_disponible`; the order is there, and sending the same again tries again.
 */
export async function answerOrder(
	deps: PaymentDeps & { publicUrl: string },
	order: OrderRow,
): Promise<PlaceOrderAnswer | Failure> {
	const { id: orden_id, nro_orden, total, estado, metodo_pago } = order
	const base = { orden_id, nro_orden, total, estado }
	if (!isGatewayMethod(metodo_pago)) return base
	// Nothing is paid for a total of 0: the customer goes straight to the confirmation.
	const payment =
		total === 0 ? { url: confirmationUrl(deps.publicUrl, metodo_pago, orden_id) } : await openAttempt(deps, orden_id)
	if (isFailure(payment)) return payment
	return metodo_pago === 'mercadopago' ? { ...base, init_point: payment.url } : { ...base, payment_url: payment.url }
}

/** The page that asks how an order of a gateway stands. */
export function confirmationUrl(publicUrl: string, metodo_pago: string, orden_id: string): string {
	const parameter = { mercadopago: 'external_reference', flow: 'orden_ref' }[metodo_pago] ?? 'orden_id'
	return `${publicUrl}/checkout-success?${new URLSearchParams({ metodo: metodo_pago, [parameter]: orden_id })}`
}
