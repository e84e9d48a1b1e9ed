import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { addressOf } from '#core/contract/endpoint.ts'
import { notifyPayment, returnFromFlow } from '#modules/payments/endpoints.ts'
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
	type NotificationReading,
	type RefundOutcome,
} from '#modules/payments/server/gateways/gateway.ts'
import { readFlowDetails } from '#modules/payments/server/gateways/read-details.ts'

/** Numbers come as numbers or as text. Empty text is no number, and surely not 0. */
const digits = z.string().regex(/^\d+(\.\d+)?$/)
const number = z.union([z.number(), digits.transform(Number)])
const createdSchema = z.object({ url: z.url(), token: z.string().min(1) })
const orderSchema = z.object({
	flowOrder: number,
	commerceOrder: z.string(),
	status: number,
	currency: z.string(),
	amount: number,
	payer: z.string().nullish(),
	// An empty object may come as an empty list.
	pending_info: z.object({ media: z.string().nullish() }).nullish().catch(null),
	paymentData: z.looseObject({ amount: number.nullish(), currency: z.string().nullish() }).nullish().catch(null),
})
const refusalSchema = z.object({ code: number, message: z.string().catch('') })
const refundSchema = z.object({ token: z.string().min(1), status: z.string(), amount: number.nullish() })

const notifications = addressOf(notifyPayment, { params: { gateway: 'flow' } })

type FlowOrder = z.output<typeof orderSchema>
type Params = Readonly<Record<string, string>>

const states: Readonly<Record<number, GatewayPaymentState>> = { 2: 'aprobado', 3: 'rechazado', 4: 'cancelado' }
/** Any other state waits, and is read again: a refund wrongly taken as refused might be made twice. */
const refundStates: Readonly<Record<string, RefundOutcome['estado']>> = {
	refunded: 'hecho',
	rejected: 'rechazado',
	canceled: 'rechazado',
}
const invalidSignature = 108
/** The provider's code for a rejected customer e-mail. */
const invalidEmail = 1620

/** The provider's error code, which may come as text. */
const codeOf = ({ json }: ProviderAnswer) => refusalSchema.safeParse(json).data?.code

/** Whether a rejection is about the key or the signature: the provider answers 400 and 401 to any other as well. */
function refusesKey({ status, json }: ProviderAnswer): boolean {
	if (status !== 400 && status !== 401) return status === 403
	const refusal = refusalSchema.safeParse(json).data
	if (!refusal) return status === 401
	return refusal.code === invalidSignature || /signature|api ?key/i.test(refusal.message)
}

/** Whether an answer says that the provider has no such order or refund. */
const isAbsent = (answer: ProviderAnswer) =>
	(answer.status === 400 || answer.status === 401) && codeOf(answer) !== undefined

/** An order is one payment, and none before it is paid or a coupon for paying elsewhere is issued. */
function toPayments(order: FlowOrder, attemptId: string): GatewayPayment[] {
	const { status, pending_info, paymentData, currency } = order
	if (order.commerceOrder !== attemptId || (status === 1 && !pending_info?.media)) return []
	const isSameCurrency = !paymentData?.currency || paymentData.currency === currency
	const monto = status === 2 && isSameCurrency ? (paymentData?.amount ?? order.amount) : order.amount
	const pago_id = String(order.flowOrder)
	const detalle = status === 2 ? readFlowDetails(order) : undefined
	return [{ pago_id, estado: states[status] ?? 'pendiente', monto, moneda: currency, devuelto: 0, detalle }]
}

/** Undefined for an unknown token. */
function unlessUnknown<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T | undefined {
	return isAbsent(answer) ? undefined : readAnswer(answer, schema)
}

function tokenIn(body: unknown): string | undefined {
	const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
	return typeof token === 'string' && /^\w{8,100}$/.test(token) ? token : undefined
}

/** The confirmation is unsigned: its token is looked up, and an unknown one matches no attempt. */
function readNotification(query: Readonly<Record<string, string | undefined>>, body: unknown): NotificationReading {
	const token = tokenIn(body)
	if (!token) return { kind: 'ignorada' }
	const { tipo, devolucion } = query
	if (tipo !== 'devolucion') return { kind: 'pago', gateway_ref: token }
	return devolucion ? { kind: 'devolucion', devolucion_id: devolucion, gateway_ref: token } : { kind: 'ignorada' }
}

type FlowOptions = CallOptions & { apiKey: string; secretKey: string; apiUrl: string; publicUrl: string }

/** Calls the provider with the shop's key and signature. */
function createCall(options: FlowOptions): Call {
	const { apiKey, secretKey, apiUrl } = options
	return (method, path, params) => {
		const signed = { ...params, apiKey }
		const sent = { ...signed, s: signFlow(signed, secretKey) }
		if (method === 'GET') return callProvider(providerUrl(apiUrl, path, sent), {}, options, refusesKey)
		const init = { method, body: new URLSearchParams(sent) }
		return callProvider(providerUrl(apiUrl, path), init, options, refusesKey)
	}
}

function orderParams(attempt: AttemptToOpen, publicUrl: string): Params {
	const lifeSeconds = Math.max(1, Math.round((attempt.expires_at.getTime() - attempt.created_at.getTime()) / 1_000))
	return {
		commerceOrder: attempt.id,
		subject: `Pedido N° ${attempt.nro_orden}`,
		currency: 'CLP',
		amount: String(attempt.monto),
		email: attempt.email,
		paymentMethod: '9',
		urlConfirmation: publicUrl + notifications,
		urlReturn: publicUrl + addressOf(returnFromFlow),
		// Without it an order can be paid for ever.
		timeout: String(lifeSeconds),
	}
}

/** Flow (flow.cl): signed form calls. A refund is a request that the provider decides later. */
export function createFlow(options: FlowOptions): Gateway {
	const { publicUrl } = options

	const call = createCall(options)

	const orderByToken = async (token: string) =>
		unlessUnknown(await call('GET', '/payment/getStatus', { token }), orderSchema)

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const order = await orderOf(call, attempt)
		return order ? toPayments(order, attempt.id) : []
	}

	return {
		name: 'flow',
		pageMinutes: null,
		probe: async () =>
			void unlessUnknown(await call('GET', '/refund/getStatus', { token: '0'.repeat(64) }), refundSchema),
		read,
		confirm: read,
		async open(attempt) {
			const answer = await call('POST', '/payment/create', orderParams(attempt, publicUrl))
			if (codeOf(answer) === invalidEmail) throw new GatewayRefused(`${invalidEmail}`, { isAboutEmail: true })
			const { url, token } = readAnswer(answer, createdSchema)
			return { gateway_ref: token, url: `${url}?token=${encodeURIComponent(token)}` }
		},
		async identify(hint) {
			if (!hint.gateway_ref) return hint.attempt_id
			return (await orderByToken(hint.gateway_ref))?.commerceOrder
		},
		readReturn(fields) {
			const token = tokenIn(fields)
			return token ? { kind: 'normal', gateway_ref: token } : { kind: 'unknown' }
		},
		signsNotifications: false,
		readNotification: ({ query, body }) => readNotification(query, body),
		...refundCalls(call, publicUrl),
	}
}

/** The provider's order of an attempt; undefined while it has none. */
async function orderOf(call: Call, { id, gateway_ref }: AttemptRef): Promise<FlowOrder | undefined> {
	return gateway_ref
		? readAnswer(await call('GET', '/payment/getStatus', { token: gateway_ref }), orderSchema)
		: unlessUnknown(await call('GET', '/payment/getStatusByCommerceId', { commerceId: id }), orderSchema)
}

/** The payer's e-mail from the provider, as the customer may be anonymized. Throws when it is missing. */
async function payerOf(call: Call, attempt: AttemptRef): Promise<string> {
	try {
		return (await orderOf(call, attempt))?.payer ?? ''
	} catch (cause) {
		if (!(cause instanceof GatewayUnavailable)) throw cause
		throw new GatewayUnavailable(cause.message, { cause, didNothing: true })
	}
}

type Call = (method: 'GET' | 'POST', path: string, params: Params) => Promise<ProviderAnswer>

function refundCalls(
	call: Call,
	publicUrl: string,
): Pick<Gateway, 'knowsRefundsById' | 'refund' | 'findRefund' | 'readRefund'> {
	return {
		async refund({ id, pago_id, attempt, monto, email }) {
			const answer = await call('POST', '/refund/create', {
				refundCommerceOrder: id,
				receiverEmail: email || (await payerOf(call, attempt)),
				amount: String(monto),
				urlCallBack: `${publicUrl}${notifications}?${new URLSearchParams({ tipo: 'devolucion', devolucion: id })}`,
				flowTrxId: pago_id,
			})
			return toRefund(readAnswer(answer, refundSchema))
		},
		// The provider documents no idempotency of a refund's name and lists no refunds: only the notification of its
		// decision, which carries our id, reveals a lost one.
		knowsRefundsById: false,
		findRefund: async () => 'unknown',
		async readRefund({ devolucion_id, monto }) {
			const found = readAnswer(await call('GET', '/refund/getStatus', { token: devolucion_id }), refundSchema)
			if (typeof found.amount === 'number' && found.amount !== monto)
				throw new GatewayRefused('a refund of another amount')
			return toRefund(found)
		},
	}
}

const toRefund = ({ token, status }: z.output<typeof refundSchema>): RefundOutcome => ({
	estado: refundStates[status] ?? 'pendiente',
	devolucion_id: token,
})

/**
 * Signs a call to Flow: names in byte order, each followed by its raw value, without separators; 64 hexadecimal digits.
 */
export function signFlow(params: Readonly<Record<string, string>>, secretKey: string): string {
	const text = Object.keys(params)
		.sort()
		.map((name) => `${name}${params[name]}`)
		.join('')
	return createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
}
