import { isGatewayMethod, isMetodoPago, type MetodoPago } from '#domain/orders/metodo-pago.ts'
import { gatewayPages } from '#web/orders/gateway-pages.ts'

/** How the order that the address tells of was paid, and the call that confirms it. */
export interface ConfirmationCall {
	readonly metodo: MetodoPago
	readonly path: string
}

const pathTo = (call: string, query: Record<string, string>) => `/api/${call}/?${new URLSearchParams(query)}`

/** The method: what the address says, Flow when it carries a token, a transfer when it carries only an order. */
function methodOf(query: URLSearchParams): string | undefined {
	const metodo = query.get('metodo')
	if (metodo) return metodo
	if (query.get('token') || query.get('orden_ref')) return 'flow'
	if (query.get('external_reference')) return 'mercadopago'
	return query.get('orden_id') ? 'transferencia' : undefined
}

/** What to ask the server on /checkout-success; undefined when the address does not tell which order it is about. */
export function confirmationCall(query: URLSearchParams): ConfirmationCall | undefined {
	const metodo = methodOf(query)
	if (metodo === undefined || !isMetodoPago(metodo)) return undefined
	if (isGatewayMethod(metodo)) {
		const request = gatewayPages[metodo].confirmation(query)
		return request && { metodo, path: pathTo(request.call, request.query) }
	}
	const orden_id = query.get('orden_id')
	return orden_id ? { metodo, path: pathTo(`orden_${metodo}_exitosa`, { orden_id }) } : undefined
}
