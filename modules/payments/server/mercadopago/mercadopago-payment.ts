import type { GatewayPayment, GatewayPaymentState } from '#modules/payments/server/gateways/gateway.ts'
import { readMercadoPagoDetails } from '#modules/payments/server/gateways/read-details.ts'
import type { MercadoPagoPayment } from './mercadopago-client.ts'

/** An unknown state counts as pending, and is read again. */
const states: Readonly<Record<string, GatewayPaymentState>> = {
	approved: 'aprobado',
	in_mediation: 'aprobado',
	rejected: 'rechazado',
	cancelled: 'cancelado',
	refunded: 'devuelto',
	charged_back: 'devuelto',
}

/** A chargeback won by the shop: its money came back, though the payment keeps the state. */
const isReimbursed = ({ status, status_detail }: MercadoPagoPayment) =>
	status === 'charged_back' && status_detail === 'reimbursed'

/** The payment's open dispute; a finished chargeback keeps the payment's state. */
function disputeOf({ status, status_detail }: MercadoPagoPayment): GatewayPayment['en_disputa'] {
	if (status === 'in_mediation') return 'mediacion'
	return status === 'charged_back' && status_detail === 'in_process' ? 'contracargo' : undefined
}

export function toPayment(payment: MercadoPagoPayment): GatewayPayment {
	const estado = isReimbursed(payment) ? 'aprobado' : (states[payment.status] ?? 'pendiente')
	const refunded = payment.transaction_amount_refunded ?? 0
	return {
		pago_id: String(payment.id),
		estado,
		monto: payment.transaction_amount,
		moneda: payment.currency_id,
		devuelto: estado === 'devuelto' ? Math.max(refunded, payment.transaction_amount) : refunded,
		detalle: estado === 'aprobado' || estado === 'devuelto' ? readMercadoPagoDetails(payment) : undefined,
		en_disputa: disputeOf(payment),
	}
}
