import { isGatewayMethod, isMetodoPago, type MetodoPago } from '#core/rules/payment-methods.ts'
import { type ApiRequest, requestTo } from '#core/web/session/api.ts'
import { confirmCashOrder, confirmTransferOrder } from '#modules/checkout/endpoints.ts'
import type { ConfirmationAnswer } from '#modules/checkout/shapes.ts'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'

/** Payment method and confirmation request of an order in a URL. */
export interface ConfirmationCall {
	readonly metodo: MetodoPago
	readonly request: ApiRequest<ConfirmationAnswer>
}

/** Returns the method in the URL; Flow for a token, a transfer for an order id alone. */
function methodOf(query: URLSearchParams): string | undefined {
	const metodo = query.get('metodo')
	if (metodo) return metodo
	if (query.get('token') || query.get('orden_ref')) return 'flow'
	if (query.get('external_reference')) return 'mercadopago'
	return query.get('orden_id') ? 'transferencia' : undefined
}

function requestOf(metodo: MetodoPago, query: URLSearchParams): ConfirmationCall['request'] | undefined {
	if (isGatewayMethod(metodo)) return gatewayPages[metodo].confirmation(query)
	const orden_id = query.get('orden_id')
	if (!orden_id) return undefined
	return requestTo(metodo === 'transferencia' ? confirmTransferOrder : confirmCashOrder, { query: { orden_id } })
}

/** Returns the request of /checkout-success; undefined when the URL names no order. */
export function confirmationCall(query: URLSearchParams): ConfirmationCall | undefined {
	const metodo = methodOf(query)
	if (metodo === undefined || !isMetodoPago(metodo)) return undefined
	const request = requestOf(metodo, query)
	return request && { metodo, request }
}
