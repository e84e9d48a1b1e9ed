import { z } from 'zod'
import {
	type CallOptions,
	callProvider,
	type ProviderAnswer,
	providerUrl,
	readAnswer,
} from '#modules/payments/server/gateways/call-provider.ts'
import {
	type GatewayPayment,
	type GatewayPaymentState,
	GatewayUnavailable,
} from '#modules/payments/server/gateways/gateway.ts'
import { readMercadoPagoDetails } from '#modules/payments/server/gateways/read-details.ts'

export interface MercadoPagoAccount extends CallOptions {
	readonly apiUrl: string
	readonly accessToken: string
}

const preferenceSchema = z.object({
	id: z.string().min(1),
	init_point: z.url(),
	sandbox_init_point: z.url().optional(),
})
const paymentSchema = z.looseObject({
	id: z.number().int(),
	status: z.string(),
	status_detail: z.string().nullish(),
	transaction_amount: z.number(),
	transaction_amount_refunded: z.number().nullish(),
	currency_id: z.string(),
	external_reference: z.string().nullish(),
})
const searchSchema = z.object({ paging: z.object({ total: z.number().int() }), results: z.array(paymentSchema) })
const anyId = z.union([z.number(), z.string()]).transform(String)
const chargebackSchema = z.object({
	payments: z.array(z.union([anyId, z.object({ id: anyId }).transform(({ id }) => id)])).min(1),
	coverage_applied: z.boolean().nullish(),
	documentation_status: z.string().nullish(),
	date_documentation_deadline: z.string().nullish(),
	date_last_updated: z.string().nullish(),
})
const claimSchema = z.object({
	status: z.string(),
	resource: z.string().nullish(),
	resource_id: anyId,
	resolution: z.object({ benefited: z.array(z.string()).nullish() }).nullish(),
	last_updated: z.string().nullish(),
})
const merchantOrderSchema = z.object({ external_reference: z.string().nullish() })
const refundSchema = z.object({
	id: z.union([z.number(), z.string()]),
	status: z.string(),
	amount: z.number(),
	date_created: z.string(),
})

export type MercadoPagoPayment = z.output<typeof paymentSchema>
export type MercadoPagoClient = ReturnType<typeof createMercadoPagoClient>
export type MercadoPagoRefund = z.output<typeof refundSchema>

const searchPage = 50
/** No attempt has a thousand payments; the limit ends a search without an end. */
const searchPages = 20

/** Payment ids are numeric; any other text is tampering with the address. */
export function paymentId(value: string | undefined): string | undefined {
	return value !== undefined && /^\d{1,20}$/.test(value) ? value : undefined
}

/** Undefined when the provider has no such object (yet): a new id may take seconds to be found. */
function found<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T | undefined {
	return answer.status === 404 ? undefined : readAnswer(answer, schema)
}

/** Without it, a refund in process looks refused and is missing in the list of refunds. */
const showsRefundsInProcess = { 'x-render-in-process-refunds': 'true' }

const refundsOf = (payment: string) => `/v1/payments/${encodeURIComponent(payment)}/refunds`

function createCall(account: MercadoPagoAccount) {
	return (path: string, query: Record<string, string> = {}, post?: { body: unknown; key: string }) => {
		const headers = {
			authorization: `Bearer ${account.accessToken}`,
			accept: 'application/json',
			...(post ? { 'content-type': 'application/json', 'x-idempotency-key': post.key } : {}),
			...(path.endsWith('/refunds') ? showsRefundsInProcess : {}),
		}
		const init = post ? { method: 'POST', headers, body: JSON.stringify(post.body) } : { headers }
		return callProvider(providerUrl(account.apiUrl, path, query), init, account)
	}
}

/** The provider's calls on `fetch`. Every POST carries its own idempotency key. */
export function createMercadoPagoClient(account: MercadoPagoAccount) {
	const call = createCall(account)

	return {
		async createPreference(body: unknown, key: string) {
			return readAnswer(await call('/checkout/preferences', {}, { body, key }), preferenceSchema)
		},
		async payment(id: string): Promise<MercadoPagoPayment | undefined> {
			return paymentId(id) ? found(await call(`/v1/payments/${id}`), paymentSchema) : undefined
		},
		async merchantOrderReference(id: string): Promise<string | undefined> {
			const answer = await call(`/merchant_orders/${encodeURIComponent(id)}`)
			return found(answer, merchantOrderSchema)?.external_reference ?? undefined
		},
		async search(reference: string): Promise<MercadoPagoPayment[]> {
			const payments: MercadoPagoPayment[] = []
			const query = { external_reference: reference, sort: 'date_created', criteria: 'desc', limit: String(searchPage) }
			for (let page = 0; page < searchPages; page += 1) {
				const offset = String(page * searchPage)
				const { results } = readAnswer(await call('/v1/payments/search', { ...query, offset }), searchSchema)
				payments.push(...results)
				if (results.length < searchPage) return payments
			}
			throw new GatewayUnavailable('the search for one attempt never ended')
		},
		/** Reads a bank's chargeback. */
		async chargeback(id: string): Promise<z.output<typeof chargebackSchema> | undefined> {
			return found(await call(`/v1/chargebacks/${encodeURIComponent(id)}`), chargebackSchema)
		},
		/** Reads a payer's claim about a payment or an order. */
		async claim(id: string): Promise<z.output<typeof claimSchema> | undefined> {
			return found(await call(`/post-purchase/v1/claims/${encodeURIComponent(id)}`), claimSchema)
		},
		async createRefund(payment: string, body: unknown, key: string): Promise<MercadoPagoRefund> {
			const answer = await call(refundsOf(payment), {}, { body, key })
			// The previous call with the same key is still running: its result is unknown.
			if (answer.status === 409) throw new GatewayUnavailable('this refund is being made', { hasAnswered: true })
			return readAnswer(answer, refundSchema)
		},
		async refunds(payment: string): Promise<MercadoPagoRefund[]> {
			return readAnswer(await call(refundsOf(payment)), z.array(refundSchema))
		},
	}
}

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
