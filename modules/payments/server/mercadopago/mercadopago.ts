import { z } from 'zod'
import { addressOf } from '#core/contract/endpoint.ts'
import { sumClp } from '#core/rules/money.ts'
import { splitName } from '#core/rules/person-data.ts'
import type { DisputeState } from '#modules/orders/payment-details.ts'
import { notifyPayment } from '#modules/payments/endpoints.ts'
import {
	type CallOptions,
	callProvider,
	type ProviderAnswer,
	providerUrl,
	readAnswer,
} from '#modules/payments/server/gateways/call-provider.ts'
import {
	type AttemptRef,
	type AttemptToOpen,
	type Gateway,
	type GatewayPayment,
	type GatewayPaymentState,
	GatewayRefused,
	GatewayUnavailable,
	type Hint,
	type RefundOutcome,
	type ReportedDispute,
	type ReturnKind,
} from '#modules/payments/server/gateways/gateway.ts'
import { readMercadoPagoDetails } from '#modules/payments/server/gateways/read-details.ts'
import {
	merchantOrder,
	paymentId,
	readMercadoPagoNotification,
} from '#modules/payments/server/mercadopago/mercadopago-notification.ts'

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
type Payment = z.output<typeof paymentSchema>
type Refund = z.output<typeof refundSchema>

const searchPage = 50
/** No attempt has a thousand payments; the limit ends a search without an end. */
const searchPages = 20

/** The tolerated lag of the provider's clock. Milliseconds. */
const clockDifferenceMs = 10 * 60_000

/** An unknown state counts as pending, and is read again. */
const states: Readonly<Record<string, GatewayPaymentState>> = {
	approved: 'aprobado',
	in_mediation: 'aprobado',
	rejected: 'rechazado',
	cancelled: 'cancelado',
	refunded: 'devuelto',
	charged_back: 'devuelto',
}

/** The payment's open dispute; a finished chargeback keeps the payment's state. */
function disputeOf({ status, status_detail }: Payment): GatewayPayment['en_disputa'] {
	if (status === 'in_mediation') return 'mediacion'
	return status === 'charged_back' && status_detail === 'in_process' ? 'contracargo' : undefined
}

function toPayment(payment: Payment): GatewayPayment {
	const { status, status_detail } = payment
	// A chargeback won by the shop: its money came back, though the payment keeps the state.
	const isReimbursed = status === 'charged_back' && status_detail === 'reimbursed'
	const estado = isReimbursed ? 'aprobado' : (states[status] ?? 'pendiente')
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

/** Any other state counts as pending: a refund wrongly taken as refused might be made twice. */
const refundStates: Readonly<Record<string, RefundOutcome['estado']>> = {
	approved: 'hecho',
	rejected: 'rechazado',
	cancelled: 'rechazado',
}

function toRefund({ id, status }: Refund): RefundOutcome {
	return { estado: refundStates[status] ?? 'pendiente', devolucion_id: String(id) }
}

/** Undefined when the provider has no such object (yet): a new id may take seconds to be found. */
function found<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T | undefined {
	return answer.status === 404 ? undefined : readAnswer(answer, schema)
}

/** The provider writes an absent value as the text `null`. */
function present(value: string | undefined): string | undefined {
	return value === undefined || value === '' || value === 'null' ? undefined : value
}

function readReturn(fields: Readonly<Record<string, string | undefined>>): Hint & { kind: ReturnKind } {
	const attempt_id = present(fields.external_reference)
	const pago_id = paymentId(fields.payment_id) ?? paymentId(fields.collection_id)
	const status = present(fields.status) ?? present(fields.collection_status)
	const hint = { attempt_id, pago_id, gateway_ref: present(fields.preference_id) }
	if (!attempt_id && !pago_id) return { kind: 'unknown', ...hint }
	return { kind: pago_id || status ? 'normal' : 'aborted', ...hint }
}

interface MercadoPagoAccount extends CallOptions {
	readonly apiUrl: string
	readonly accessToken: string
}

/** Without it, a refund in process looks refused and is missing in the list of refunds. */
const showsRefundsInProcess = { 'x-render-in-process-refunds': 'true' }

/** Calls the provider with the shop's token. Every POST carries its own idempotency key. */
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

type Call = ReturnType<typeof createCall>

async function readPayment(call: Call, id: string): Promise<Payment | undefined> {
	return paymentId(id) ? found(await call(`/v1/payments/${id}`), paymentSchema) : undefined
}

async function readMerchantOrder(call: Call, id: string): Promise<string | undefined> {
	const answer = await call(`/merchant_orders/${encodeURIComponent(id)}`)
	return found(answer, merchantOrderSchema)?.external_reference ?? undefined
}

async function search(call: Call, reference: string): Promise<Payment[]> {
	const payments: Payment[] = []
	const query = { external_reference: reference, sort: 'date_created', criteria: 'desc', limit: String(searchPage) }
	for (let page = 0; page < searchPages; page += 1) {
		const offset = String(page * searchPage)
		const { results } = readAnswer(await call('/v1/payments/search', { ...query, offset }), searchSchema)
		payments.push(...results)
		if (results.length < searchPage) return payments
	}
	throw new GatewayUnavailable('the search for one attempt never ended')
}

/** The addresses for returns and notifications. */
interface MercadoPagoAddresses {
	/** The shop's public address, without a trailing slash. */
	readonly publicUrl: string
}

/**
 * Checkout Pro on `fetch`: the provider's package fixes its base address and reuses an idempotency key in the next
 * call.
 */
export function createMercadoPago(
	options: MercadoPagoAccount & MercadoPagoAddresses & { webhookSecret: string },
): Gateway {
	const call = createCall(options)

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const byId = new Map((await search(call, attempt.id)).map((one) => [one.id, one]))
		// The search lags behind, so a named payment is read directly and takes precedence.
		const named = attempt.pago_id === undefined ? undefined : await readPayment(call, attempt.pago_id)
		if (named) byId.set(named.id, named)
		return [...byId.values()].filter((one) => one.external_reference === attempt.id).map(toPayment)
	}

	return {
		name: 'mercadopago',
		pageMinutes: null,
		probe: async () => void (await read({ id: '00000000-0000-4000-8000-000000000000', gateway_ref: null })),
		read,
		confirm: read,
		readReturn,
		signsNotifications: true,
		readNotification: (notification, now) => readMercadoPagoNotification(notification, options.webhookSecret, now),
		async open(attempt) {
			const post = { body: preferenceBody(attempt, options), key: attempt.id }
			const preference = readAnswer(await call('/checkout/preferences', {}, post), preferenceSchema)
			const { id, init_point, sandbox_init_point } = preference
			const isTest = options.accessToken.startsWith('TEST-')
			return { gateway_ref: id, url: isTest ? (sandbox_init_point ?? init_point) : init_point }
		},
		async identify({ attempt_id, pago_id, gateway_ref }) {
			if (pago_id !== undefined) return (await readPayment(call, pago_id))?.external_reference ?? undefined
			if (!gateway_ref?.startsWith(merchantOrder)) return attempt_id
			return await readMerchantOrder(call, gateway_ref.slice(merchantOrder.length))
		},
		// Mediations and fraud warnings are reported by the payment alone.
		async readDispute({ tipo, disputa_id }) {
			if (tipo === 'contracargo') return await readChargeback(call, disputa_id)
			return tipo === 'reclamo' ? await readClaim(call, disputa_id) : undefined
		},
		...refundCalls(call),
	}
}

function refundCalls(call: Call): Pick<Gateway, 'knowsRefundsById' | 'refund' | 'findRefund' | 'readRefund'> {
	const pathOf = (payment: string) => `/v1/payments/${encodeURIComponent(payment)}/refunds`
	const readRefunds = async (payment: string) => readAnswer(await call(pathOf(payment)), z.array(refundSchema))
	return {
		async refund({ id, pago_id, monto }) {
			// Always with its amount: without one the provider refunds the whole rest.
			const answer = await call(pathOf(pago_id), {}, { body: { amount: monto }, key: id })
			// The previous call with the same key is still running: its result is unknown.
			if (answer.status === 409) throw new GatewayUnavailable('this refund is being made', { hasAnswered: true })
			return toRefund(readAnswer(answer, refundSchema))
		},
		knowsRefundsById: true,
		async findRefund({ pago_id, monto, pedida_at, known }) {
			const since = pedida_at.getTime() - clockDifferenceMs
			const isIt = ({ id, amount, date_created }: Refund) =>
				amount === monto && Date.parse(date_created) >= since && !known.includes(String(id))
			const made = (await readRefunds(pago_id)).find(isIt)
			return made ? toRefund(made) : 'not_made'
		},
		async readRefund({ devolucion_id, pago_id }) {
			const refund = (await readRefunds(pago_id)).find((one) => String(one.id) === devolucion_id)
			if (!refund) throw new GatewayRefused(`no refund ${devolucion_id}`)
			return toRefund(refund)
		},
	}
}

/** Parses the provider's date; null for an invalid one. */
function momentOf(text: string | null | undefined): Date | null {
	const moment = new Date(text ?? Number.NaN)
	return Number.isNaN(moment.getTime()) ? null : moment
}

/** States of the evidence of a chargeback that is decided against the shop. */
const lostPapers: readonly unknown[] = ['invalid', 'not_supplied']

/** Whether the shop keeps the money; the payment itself reports where it is. */
function chargebackState(chargeback: z.output<typeof chargebackSchema>, payment: Payment | undefined): DisputeState {
	const { status, status_detail } = payment ?? {}
	if (chargeback.coverage_applied === true || status_detail === 'reimbursed') return 'ganada'
	const isSettled = (status === 'charged_back' && status_detail === 'settled') || status === 'refunded'
	return isSettled || lostPapers.includes(chargeback.documentation_status) ? 'perdida' : 'abierta'
}

async function readChargeback(call: Call, id: string): Promise<ReportedDispute | undefined> {
	const chargeback = found(await call(`/v1/chargebacks/${encodeURIComponent(id)}`), chargebackSchema)
	const pago_id = paymentId(chargeback?.payments[0])
	if (!chargeback || !pago_id) return undefined
	const payment = await readPayment(call, pago_id)
	return {
		estado: chargebackState(chargeback, payment),
		pago_id,
		attempt_id: payment?.external_reference ?? undefined,
		responder_hasta: momentOf(chargeback.date_documentation_deadline),
		cambiada_at: momentOf(chargeback.date_last_updated),
		payment: payment && toPayment(payment),
	}
}

async function readClaim(call: Call, id: string): Promise<ReportedDispute | undefined> {
	const claim = found(await call(`/post-purchase/v1/claims/${encodeURIComponent(id)}`), claimSchema)
	if (!claim) return undefined
	const pago_id = claim.resource === 'payment' ? paymentId(claim.resource_id) : undefined
	const payment = pago_id === undefined ? undefined : await readPayment(call, pago_id)
	const reference = payment ? payment.external_reference : await readMerchantOrder(call, claim.resource_id)
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

/** The provider's category for home goods. Its fraud score uses id and category of the items. */
const goodsCategory = 'home'

/**
 * The goods; their sum equals the total. Delivery is a line; a discounted order is one line, as no price may be
 * negative.
 */
export function preferenceItems(attempt: AttemptToOpen) {
	const goods = attempt.items.map((item) => ({
		id: item.sku,
		title: `${item.nombre} ${item.color}`,
		category_id: goodsCategory,
		quantity: item.cantidad,
		currency_id: 'CLP',
		unit_price: item.precio,
	}))
	const rest = attempt.monto - sumClp(attempt.items.map((item) => item.cantidad * item.precio))
	if (rest < 0 || goods.length === 0) {
		const whole = { id: `pedido-${attempt.nro_orden}`, title: `Pedido N° ${attempt.nro_orden}` }
		return [{ ...whole, category_id: goodsCategory, quantity: 1, currency_id: 'CLP', unit_price: attempt.monto }]
	}
	const service = { id: 'despacho', title: 'Despacho a domicilio', category_id: 'services' }
	const delivery = { ...service, quantity: 1, currency_id: 'CLP', unit_price: rest }
	return rest === 0 ? goods : [...goods, delivery]
}

/** The provider requires an offset in dates, not the letter Z. */
const offsetIso = (moment: Date) => moment.toISOString().replace('Z', '+00:00')

const notifications = addressOf(notifyPayment, { params: { gateway: 'mercadopago' } })

/** The body of a preference: items, expiry, return and notification addresses. */
export function preferenceBody(attempt: AttemptToOpen, { publicUrl }: MercadoPagoAddresses) {
	const back = `${publicUrl}/checkout-success?metodo=mercadopago`
	const { nombre: name, apellido: surname } = splitName(attempt.nombre)
	return {
		items: preferenceItems(attempt),
		external_reference: attempt.id,
		payer: { name, ...(surname && { surname }), email: attempt.email },
		back_urls: { success: back, failure: back, pending: back },
		// The provider rejects an automatic return to an address that is not public.
		...(publicUrl.startsWith('https://') ? { auto_return: 'approved' } : {}),
		notification_url: `${publicUrl}${notifications}?source_news=webhooks`,
		expires: true,
		// No start date: if the shop's clock ran ahead, the link would not be open yet.
		expiration_date_to: offsetIso(attempt.expires_at),
		// Cash would be paid days after the units were returned to stock.
		payment_methods: { excluded_payment_types: [{ id: 'ticket' }] },
		// The text on the card statement: 13 letters at most.
		statement_descriptor: 'PREMIUMSHAKER',
		metadata: { nro_orden: attempt.nro_orden },
	}
}
