import type { DisputeState } from '#modules/orders/payment-details.ts'
import type { Gateway, ReportedDispute } from '#modules/payments/server/gateways/gateway.ts'
import { toPayment } from '#modules/payments/server/mercadopago/mercadopago-client.ts'
import { type MercadoPagoClient, type MercadoPagoPayment, paymentId } from './mercadopago-client.ts'

/** Parses the provider's date; null for an invalid one. */
function momentOf(text: string | null | undefined): Date | null {
	const moment = new Date(text ?? Number.NaN)
	return Number.isNaN(moment.getTime()) ? null : moment
}

/** States of the evidence of a chargeback that is decided against the shop. */
const lostPapers: readonly unknown[] = ['invalid', 'not_supplied']

/** Whether the shop keeps the money; the payment itself reports where it is. */
function chargebackState(
	coverage_applied: boolean | null | undefined,
	documentation_status: string | null | undefined,
	payment: MercadoPagoPayment | undefined,
): DisputeState {
	const { status, status_detail } = payment ?? {}
	if (coverage_applied === true || status_detail === 'reimbursed') return 'ganada'
	const isSettled = (status === 'charged_back' && status_detail === 'settled') || status === 'refunded'
	return isSettled || lostPapers.includes(documentation_status) ? 'perdida' : 'abierta'
}

async function readChargeback(client: MercadoPagoClient, id: string): Promise<ReportedDispute | undefined> {
	const chargeback = await client.chargeback(id)
	const pago_id = paymentId(chargeback?.payments[0])
	if (!chargeback || !pago_id) return undefined
	const payment = await client.payment(pago_id)
	return {
		estado: chargebackState(chargeback.coverage_applied, chargeback.documentation_status, payment),
		pago_id,
		attempt_id: payment?.external_reference ?? undefined,
		responder_hasta: momentOf(chargeback.date_documentation_deadline),
		cambiada_at: momentOf(chargeback.date_last_updated),
		payment: payment && toPayment(payment),
	}
}

async function readClaim(client: MercadoPagoClient, id: string): Promise<ReportedDispute | undefined> {
	const claim = await client.claim(id)
	if (!claim) return undefined
	const pago_id = claim.resource === 'payment' ? paymentId(claim.resource_id) : undefined
	const payment = pago_id === undefined ? undefined : await client.payment(pago_id)
	const reference = payment ? payment.external_reference : await client.merchantOrderReference(claim.resource_id)
	const isLost = claim.resolution?.benefited?.includes('complainant') === true
	return {
		estado: claim.status !== 'closed' ? 'abierta' : isLost ? 'perdida' : 'ganada',
		pago_id,
		attempt_id: reference ?? undefined,
		responder_hasta: null,
		cambiada_at: momentOf(claim.last_updated),
		payment: payment && toPayment(payment),
	}
}

/** Reads chargebacks and claims. Mediations and fraud warnings are reported by the payment alone. */
export function disputeCalls(client: MercadoPagoClient): Required<Pick<Gateway, 'readDispute'>> {
	return {
		async readDispute({ tipo, disputa_id }) {
			if (tipo === 'contracargo') return await readChargeback(client, disputa_id)
			return tipo === 'reclamo' ? await readClaim(client, disputa_id) : undefined
		},
	}
}
