import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import type { ConfirmationCall } from '#modules/checkout/web/confirmation-call.ts'
import type { Estado } from '#modules/orders/estado.ts'

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
	const retrySteps = [
		'Revisa los datos de tu tarjeta, o elige otro medio de pago.',
		'Confirma otra vez: tu carrito está como lo dejaste.',
	]
	return { tone: 'danger', isConfirmed: false, isWaiting: false, canRetry, steps: canRetry ? retrySteps : [] }
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
