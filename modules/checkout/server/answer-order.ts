import { type Failure, isFailure } from '#core/contract/failure.ts'
import { type GatewayMethod, isGatewayMethod, paymentUrlField } from '#core/rules/payment-methods.ts'
import { gatewayRoutes } from '#modules/checkout/server/gateway-routes.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import type { Hint } from '#modules/payments/server/gateways/gateway.ts'
import { openAttempt } from '#modules/payments/server/open-attempt.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/**
 * Returns the order and the address of its payment. Fails with `pago_no_disponible` while the gateway does not
 * answer; the order exists, and a repeated request tries again.
 */
export async function answerOrder(
	deps: PaymentContext & { settings: Pick<ShopSettings, 'publicUrl'> },
	order: OrderRow,
): Promise<PayableOrder | Failure> {
	const { id: orden_id, nro_orden, despacho, descuento, total, estado, metodo_pago } = order
	const base = { orden_id, nro_orden, despacho, descuento, total, estado }
	if (!isGatewayMethod(metodo_pago)) return base
	// An order without a payment due (a total of 0) leads to its confirmation: a payment page would be paid twice.
	const payment =
		estado === 'pendiente'
			? await openAttempt(deps, orden_id)
			: { url: confirmationUrl(deps.settings.publicUrl, metodo_pago, orden_id) }
	if (isFailure(payment)) return payment
	return { ...base, [paymentUrlField[metodo_pago]]: payment.url }
}

/** The confirmation page that polls the state of a gateway order after the return described by `back`. */
export function confirmationUrl(publicUrl: string, gateway: GatewayMethod, orderId: string, back?: Hint): string {
	const query = gatewayRoutes[gateway].confirmationQuery(orderId, back)
	return `${publicUrl}/checkout-success?${new URLSearchParams(query)}`
}
