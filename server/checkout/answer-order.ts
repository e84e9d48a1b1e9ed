import { type Failure, isFailure } from '#contract/failure.ts'
import type { PlaceOrderAnswer } from '#contract/orders/place-order.ts'
import { type GatewayMethod, isGatewayMethod, paymentUrlField } from '#domain/orders/metodo-pago.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import type { Hint } from '#server/payments/gateways/gateway.ts'
import { gatewayRoutes } from '#server/payments/gateways/gateway-routes.ts'
import { openAttempt } from '#server/payments/open-attempt.ts'
import type { PaymentContext } from '#server/payments/payment-context.ts'

/**
 * What creating or paying an order answers: the order, and where its payment is made. A gateway that does not answer refuses
 * with `pago_no_disponible`; the order is there, and sending the same again tries again.
 */
export async function answerOrder(
	deps: PaymentContext & { settings: Pick<ShopSettings, 'publicUrl'> },
	order: OrderRow,
): Promise<PlaceOrderAnswer | Failure> {
	const { id: orden_id, nro_orden, despacho, descuento, total, estado, metodo_pago } = order
	const base = { orden_id, nro_orden, despacho, descuento, total, estado }
	if (!isGatewayMethod(metodo_pago)) return base
	// What awaits no payment, as a total of 0 never does, leads straight to its confirmation: a page to pay at would be paid twice.
	const payment =
		estado === 'pendiente'
			? await openAttempt(deps, orden_id)
			: { url: confirmationUrl(deps.settings.publicUrl, metodo_pago, orden_id) }
	if (isFailure(payment)) return payment
	return { ...base, [paymentUrlField[metodo_pago]]: payment.url }
}

/** The page that asks how an order of a gateway stands, after the return that `back` tells of. */
export function confirmationUrl(publicUrl: string, gateway: GatewayMethod, orderId: string, back?: Hint): string {
	const query = gatewayRoutes[gateway].confirmationQuery(orderId, back)
	return `${publicUrl}/checkout-success?${new URLSearchParams(query)}`
}
