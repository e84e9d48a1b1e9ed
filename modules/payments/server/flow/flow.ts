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
	type Gateway,
	type GatewayPayment,
	type GatewayPaymentState,
	GatewayRefused,
	GatewayUnavailable,
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

/** Flow (flow.cl): signed form calls. A refund is a request that the provider decides later. */
export function createFlow(
	options: CallOptions & { apiKey: string; secretKey: string; apiUrl: string; publicUrl: string },
): Gateway {
	const { apiKey, secretKey, apiUrl, publicUrl } = options

	function call(method: 'GET' | 'POST', path: string, params: Readonly<Record<string, string>>) {
		const signed = { ...params, apiKey }
		const sent = { ...signed, s: signFlow(signed, secretKey) }
		if (method === 'GET') return callProvider(providerUrl(apiUrl, path, sent), {}, options, refusesKey)
		const init = { method, body: new URLSearchParams(sent) }
		return callProvider(providerUrl(apiUrl, path), init, options, refusesKey)
	}

	const readByToken = (token: string) => call('GET', '/payment/getStatus', { token })

	/** The provider's order of an attempt; undefined while it has none. */
	async function orderOf({ id, gateway_ref }: AttemptRef) {
		if (gateway_ref) return readAnswer(await readByToken(gateway_ref), orderSchema)
		return unlessUnknown(await call('GET', '/payment/getStatusByCommerceId', { commerceId: id }), orderSchema)
	}

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const order = await orderOf(attempt)
		return order ? toPayments(order, attempt.id) : []
	}

	/** The payer's e-mail from the provider, as the customer may be anonymized. Throws when it is missing. */
	async function payerOf(attempt: AttemptRef): Promise<string> {
		try {
			return (await orderOf(attempt))?.payer ?? ''
		} catch (cause) {
			if (!(cause instanceof GatewayUnavailable)) throw cause
			throw new GatewayUnavailable(cause.message, { cause, didNothing: true })
		}
	}

	return {
		name: 'flow',
		pageMinutes: null,
		probe: async () =>
			void unlessUnknown(await call('GET', '/refund/getStatus', { token: '0'.repeat(64) }), refundSchema),
		async open({ id, nro_orden, monto, email, created_at, expires_at }) {
			const lifeSeconds = Math.max(1, Math.round((expires_at.getTime() - created_at.getTime()) / 1_000))
			const answer = await call('POST', '/payment/create', {
				commerceOrder: id,
				subject: `Pedido N° ${nro_orden}`,
				currency: 'CLP',
				amount: String(monto),
				email,
				paymentMethod: '9',
				urlConfirmation: publicUrl + notifications,
				urlReturn: publicUrl + addressOf(returnFromFlow),
				// Without it an order can be paid for ever.
				timeout: String(lifeSeconds),
			})
			if (codeOf(answer) === invalidEmail) throw new GatewayRefused(`${invalidEmail}`, { isAboutEmail: true })
			const { url, token } = readAnswer(answer, createdSchema)
			return { gateway_ref: token, url: `${url}?token=${encodeURIComponent(token)}` }
		},
		read,
		confirm: read,
		async identify({ attempt_id, gateway_ref }) {
			if (!gateway_ref) return attempt_id
			return unlessUnknown(await readByToken(gateway_ref), orderSchema)?.commerceOrder
		},
		readReturn(fields) {
			const token = tokenIn(fields)
			return token ? { kind: 'normal', gateway_ref: token } : { kind: 'unknown' }
		},
		// The confirmation is unsigned: its token is looked up, and an unknown one matches no attempt.
		signsNotifications: false,
		readNotification({ query: { tipo, devolucion }, body }) {
			const token = tokenIn(body)
			if (!token) return { kind: 'ignorada' }
			if (tipo !== 'devolucion') return { kind: 'pago', gateway_ref: token }
			return devolucion ? { kind: 'devolucion', devolucion_id: devolucion, gateway_ref: token } : { kind: 'ignorada' }
		},
		async refund({ id, pago_id, attempt, monto, email }) {
			const answer = await call('POST', '/refund/create', {
				refundCommerceOrder: id,
				receiverEmail: email || (await payerOf(attempt)),
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

/** Signs a call: names in byte order, each followed by its raw value, without separators; 64 hexadecimal digits. */
export function signFlow(params: Readonly<Record<string, string>>, secretKey: string): string {
	const names = Object.keys(params).sort()
	const text = names.map((name) => `${name}${params[name]}`).join('')
	return createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
}

/** Whether a rejection is about the key or the signature: the provider answers 400 and 401 to any other as well. */
function refusesKey({ status, json }: ProviderAnswer): boolean {
	if (status !== 400 && status !== 401) return status === 403
	const refusal = refusalSchema.safeParse(json).data
	if (!refusal) return status === 401
	return refusal.code === invalidSignature || /signature|api ?key/i.test(refusal.message)
}

const codeOf = ({ json }: ProviderAnswer) => refusalSchema.safeParse(json).data?.code

/** Undefined when the provider has no such order or refund. */
function unlessUnknown<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T | undefined {
	const isRejected = answer.status === 400 || answer.status === 401
	return isRejected && codeOf(answer) !== undefined ? undefined : readAnswer(answer, schema)
}

/** An order is one payment, and none before it is paid or a coupon for paying elsewhere is issued. */
function toPayments(order: z.output<typeof orderSchema>, attemptId: string): GatewayPayment[] {
	const { status, pending_info, paymentData, currency } = order
	if (order.commerceOrder !== attemptId || (status === 1 && !pending_info?.media)) return []
	const isSameCurrency = !paymentData?.currency || paymentData.currency === currency
	const monto = status === 2 && isSameCurrency ? (paymentData?.amount ?? order.amount) : order.amount
	const pago_id = String(order.flowOrder)
	const detalle = status === 2 ? readFlowDetails(order) : undefined
	return [{ pago_id, estado: states[status] ?? 'pendiente', monto, moneda: currency, devuelto: 0, detalle }]
}

const toRefund = ({ token, status }: z.output<typeof refundSchema>): RefundOutcome => ({
	estado: refundStates[status] ?? 'pendiente',
	devolucion_id: token,
})

function tokenIn(body: unknown): string | undefined {
	const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
	return typeof token === 'string' && /^\w{8,100}$/.test(token) ? token : undefined
}
