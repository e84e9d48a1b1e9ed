import type { ConfirmationAnswer } from '#contract/orders/confirm-order.ts'
import { confirmCashOrder, confirmTransferOrder } from '#contract/orders/endpoints.ts'
import { isGatewayMethod, isMetodoPago, type MetodoPago } from '#domain/orders/metodo-pago.ts'
import { gatewayPages } from '#web/orders/gateway-pages.ts'
import { type ApiRequest, requestTo } from '#web/session/api.ts'

/** How the order in an address was paid, and the request that confirms it. */
export interface ConfirmationCall {
	readonly metodo: MetodoPago
	readonly request: ApiRequest<ConfirmationAnswer>
}

/** The method: what the address says, Flow when it carries a token, a transfer when it carries only an order. */
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

/** The request of /checkout-success to the server; undefined when the address does not say which order it is about. */
export function confirmationCall(query: URLSearchParams): ConfirmationCall | undefined {
	const metodo = methodOf(query)
	if (metodo === undefined || !isMetodoPago(metodo)) return undefined
	const request = requestOf(metodo, query)
	return request && { metodo, request }
}
