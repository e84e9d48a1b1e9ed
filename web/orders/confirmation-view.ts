import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { ConfirmationCall } from '#web/orders/confirmation-call.ts'

/** How a confirmation looks and what the customer does next. */
export interface ConfirmationView {
	readonly tone: 'ok' | 'warn' | 'danger'
	/** The order stands: the cart has done its work. */
	readonly isConfirmed: boolean
	/** The payment may still arrive without anybody doing anything. */
	readonly isWaiting: boolean
	readonly steps: readonly string[]
}

const afterPayment = [
	'Te enviamos el detalle a tu correo.',
	'Preparamos tu shaker y te avisamos cuando vaya en camino.',
]

const confirmed = (steps: readonly string[]): ConfirmationView => ({
	tone: 'ok',
	isConfirmed: true,
	isWaiting: false,
	steps,
})

/** What the state of an order means to the customer who has just come back to the shop. */
export function confirmationView(metodo: ConfirmationCall['metodo'], estado: string): ConfirmationView {
	if (estado === 'fallida' || estado === 'cancelado') {
		const steps = [
			'No se hizo ningún cobro por este intento.',
			'Tu carrito sigue como estaba: puedes intentarlo otra vez.',
		]
		return { tone: 'danger', isConfirmed: false, isWaiting: false, steps }
	}
	if (estado === 'pagada' || estado === 'completado') return confirmed(afterPayment)
	if (metodo === 'efectivo')
		return confirmed(['Te llamamos para coordinar la entrega.', 'Pagas en efectivo al recibir.'])
	if (metodo === 'transferencia') {
		const next =
			estado === 'en_revision'
				? 'Revisamos tu comprobante y te avisamos por correo.'
				: 'Transfiere y sube el comprobante desde tus órdenes.'
		return confirmed([next, 'Con el pago confirmado preparamos tu shaker.'])
	}
	if (isGatewayMethod(metodo) && estado === 'en_revision') {
		return confirmed(['Recibimos tu pago y lo estamos revisando.', 'Te avisamos por correo apenas esté listo.'])
	}
	const steps = [
		'Apenas el medio de pago confirme, te avisamos por correo.',
		'Si no alcanzaste a pagar, hazlo desde tus órdenes.',
	]
	return { tone: 'warn', isConfirmed: false, isWaiting: true, steps }
}
