import { isGatewayMethod, isMetodoPago, type MetodoPago } from '#core/rules/payment-methods.ts'
import { type ApiRequest, requestTo } from '#core/web/session/api.ts'
import { readText, writeText } from '#core/web/ui/store.ts'
import { confirmCashOrder, confirmTransferOrder } from '#modules/checkout/endpoints.ts'
import type { ReadConfirmation } from '#modules/checkout/shapes.ts'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import type { Estado } from '#modules/orders/estado.ts'

/** Payment method and confirmation request of an order in a URL. */
export interface ConfirmationCall {
	readonly metodo: MetodoPago
	readonly request: ApiRequest<ReadConfirmation>
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

/** Appearance of a confirmation and its next step. */
export interface ConfirmationView {
	readonly tone: 'ok' | 'warn' | 'danger'
	/** The order is valid. */
	readonly isConfirmed: boolean
	/** The payment may arrive without user action. */
	readonly isWaiting: boolean
	/** The cart is unchanged, so the order can be placed again. */
	readonly canRetry: boolean
	/** Next step as text; empty when none. */
	readonly steps: readonly string[]
}

const confirmed = (steps: readonly string[]): ConfirmationView => ({
	tone: 'ok',
	isConfirmed: true,
	isWaiting: false,
	canRetry: false,
	steps,
})

/** View of a failed or cancelled order. */
function failed(metodo: ConfirmationCall['metodo'], estado: 'fallida' | 'cancelado'): ConfirmationView {
	const canRetry = estado === 'fallida' && isGatewayMethod(metodo)
	return { tone: 'danger', isConfirmed: false, isWaiting: false, canRetry, steps: [] }
}

/** Returns the view of an order's state for a returning customer. `afterPayment`: the steps of modules. */
export function confirmationView(
	metodo: ConfirmationCall['metodo'],
	estado: Estado,
	afterPayment: readonly string[] = [],
): ConfirmationView {
	if (estado === 'fallida' || estado === 'cancelado') return failed(metodo, estado)
	if (estado === 'pagada' || estado === 'completado') {
		return confirmed(['Preparamos tu shaker.', 'Sigue su avance en tus órdenes.', ...afterPayment])
	}
	if (metodo === 'efectivo')
		return confirmed(['Preparamos tu shaker.', 'Ten el monto listo para el día de la entrega.'])
	if (metodo === 'transferencia') {
		const next =
			estado === 'en_revision'
				? 'Una persona revisa tu comprobante.'
				: 'Transfiere y sube el comprobante desde tus órdenes.'
		return confirmed([next, 'Con el pago confirmado preparamos tu shaker.'])
	}
	if (isGatewayMethod(metodo) && estado === 'en_revision') {
		return confirmed(['Una persona revisa el pago.', 'Con el pago confirmado preparamos tu shaker.'])
	}
	const steps = [
		'Esta página se actualiza sola durante un minuto.',
		'Si no alcanzaste a pagar, hazlo desde tus órdenes.',
	]
	return { tone: 'warn', isConfirmed: false, isWaiting: true, canRetry: true, steps }
}

const storageKey = 'ordenes_confirmadas'
const remembered = 20

function known(): readonly unknown[] {
	try {
		const value: unknown = JSON.parse(readText(storageKey) ?? '[]')
		return Array.isArray(value) ? value : []
	} catch {
		return []
	}
}

/** Returns whether this browser confirms an order for the first time: a later visit must not empty a new cart. */
export function isFirstConfirmation(nro_orden: number): boolean {
	const before = known()
	if (before.includes(nro_orden)) return false
	writeText(storageKey, JSON.stringify([...before, nro_orden].slice(-remembered)))
	return true
}
