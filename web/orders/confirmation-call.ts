import type { MetodoPago } from '#domain/orders/metodo-pago.ts'

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
	const orden_id = query.get('orden_id')
	if (metodo === 'mercadopago') {
		const external_reference = query.get('external_reference')
		if (!external_reference) return undefined
		const payment_id = query.get('payment_id') ?? query.get('collection_id') ?? ''
		return { metodo, path: pathTo('pago_exitoso', { external_reference, payment_id }) }
	}
	if (metodo === 'flow') {
		const token = query.get('token')
		if (token) return { metodo, path: pathTo('flow/status', { token }) }
		const nro_orden = query.get('orden_ref')
		return nro_orden ? { metodo, path: pathTo('flow/message', { nro_orden }) } : undefined
	}
	if (!orden_id) return undefined
	if (metodo === 'webpay') return { metodo, path: pathTo('webpay/status', { orden_id }) }
	if (metodo === 'efectivo') return { metodo, path: pathTo('orden_efectivo_exitosa', { orden_id }) }
	if (metodo === 'transferencia') return { metodo, path: pathTo('orden_transferencia_exitosa', { orden_id }) }
	return undefined
}
