import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { addressOf } from '#core/contract/endpoint.ts'
import { returnFromWebpay } from '#modules/payments/endpoints.ts'
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
	GatewayKeyRefused,
	type GatewayPayment,
	type GatewayPaymentState,
	GatewayRefused,
	GatewayUnavailable,
	type Hint,
	type LostRefund,
	type LostRefundAnswer,
	type RefundOutcome,
	type RefundToSend,
	type ReturnKind,
} from '#modules/payments/server/gateways/gateway.ts'
import { readWebpayDetails } from '#modules/payments/server/gateways/read-details.ts'

const createdSchema = z.object({ token: z.string().min(1), url: z.url() })
const transactionSchema = z.looseObject({
	status: z.string(),
	amount: z.number(),
	buy_order: z.string(),
	session_id: z.string(),
	response_code: z.number().nullish(),
	balance: z.number().nullish(),
})
const refundSchema = z.object({
	type: z.enum(['REVERSED', 'NULLIFIED']),
	response_code: z.number().nullish(),
	authorization_code: z.string().nullish(),
})

/** The customer waits meanwhile: after this time no further commit is begun. */
const commitWithinMs = 12_000
/** Milliseconds between an unanswered commit and the next one. */
const commitPausesMs = [250, 1_000]

type Transaction = z.output<typeof transactionSchema>
type WebpayOptions = CallOptions & { commerceCode: string; apiKey: string; apiUrl: string; publicUrl: string }

const root = '/rswebpaytransaction/api/webpay/v1.2/transactions'
/** Tokens have 64 characters; other lengths are accepted, but no text that could be read as a path. */
const isToken = (text: string) => /^\w{16,128}$/.test(text)

/** An attempt's UUID in 22 characters, as an order number has at most 26. The whole id travels as the session. */
export function buyOrderOf(attemptId: string): string {
	return Buffer.from(attemptId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Approved only with both fields: code 0 without the status occurs on unauthorised payments. */
function stateOf({ status, response_code }: Transaction): GatewayPaymentState {
	if (status === 'REVERSED' || status === 'NULLIFIED') return 'devuelto'
	const isAuthorized = status === 'AUTHORIZED' || status === 'PARTIALLY_NULLIFIED' || status === 'CAPTURED'
	return isAuthorized && response_code === 0 ? 'aprobado' : 'rechazado'
}

/** One transaction is one payment, and none before the shop commits. */
function toPayments(transaction: Transaction, attemptId: string): GatewayPayment[] {
	const { status, session_id, buy_order, amount, balance } = transaction
	if (session_id !== attemptId || buy_order !== buyOrderOf(attemptId) || status === 'INITIALIZED') return []
	const estado = stateOf(transaction)
	const partial = status === 'PARTIALLY_NULLIFIED' ? amount - (balance ?? amount) : 0
	const devuelto = estado === 'devuelto' ? amount : partial
	const detalle = estado === 'rechazado' ? undefined : readWebpayDetails(transaction)
	return [{ pago_id: buy_order, estado, monto: amount, moneda: 'CLP', devuelto, detalle }]
}

/**
 * The four kinds of return, by their parameters, in this order. A token identifies its attempt alone: the other
 * parameters come from the browser.
 */
function readReturn(fields: Readonly<Record<string, string | undefined>>): Hint & { kind: ReturnKind } {
	const { token_ws, TBK_TOKEN, TBK_ID_SESION } = fields
	if (token_ws && TBK_TOKEN) return { kind: 'error', gateway_ref: token_ws }
	if (TBK_TOKEN) return { kind: 'aborted', gateway_ref: TBK_TOKEN }
	if (token_ws) return { kind: 'normal', gateway_ref: token_ws }
	return TBK_ID_SESION ? { kind: 'timed_out', attempt_id: TBK_ID_SESION } : { kind: 'unknown' }
}

const refusalSchema = z.object({ error_message: z.string() })

type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<ProviderAnswer>

/** Calls the provider with the shop's key, below the path of its transactions. */
function createCall(options: WebpayOptions): Call {
	const { commerceCode, apiKey, apiUrl } = options
	const keys = { 'Tbk-Api-Key-Id': commerceCode, 'Tbk-Api-Key-Secret': apiKey, 'content-type': 'application/json' }
	return (method, path, body) => {
		const init = { method, headers: keys, ...(body !== undefined && { body: JSON.stringify(body) }) }
		return callProvider(providerUrl(apiUrl, `${root}${path}`), init, options)
	}
}

const isSilent = (error: unknown) => error instanceof GatewayUnavailable && !(error instanceof GatewayKeyRefused)

/** A sale exists only after the commit, which is safe to repeat. */
async function commit(call: Call, token: string): Promise<ProviderAnswer> {
	const began = performance.now()
	for (const pauseMs of commitPausesMs) {
		try {
			return await call('PUT', `/${token}`, {})
		} catch (error) {
			if (!isSilent(error) || performance.now() - began > commitWithinMs) throw error
			await wait(pauseMs)
		}
	}
	return await call('PUT', `/${token}`, {})
}

function refundCalls(call: Call): Pick<Gateway, 'knowsRefundsById' | 'refund' | 'findRefund' | 'readRefund'> {
	/** Debit payments can only be refunded whole. */
	async function refund({ attempt, pago_id, monto }: RefundToSend): Promise<RefundOutcome> {
		const token = attempt.gateway_ref
		if (!token || !isToken(token)) throw new GatewayRefused('there is no payment to give back')
		const answer = readAnswer(await call('POST', `/${token}/refunds`, { amount: monto }), refundSchema)
		const isRefused = answer.type === 'NULLIFIED' && (answer.response_code ?? 0) !== 0
		return { estado: isRefused ? 'rechazado' : 'hecho', devolucion_id: answer.authorization_code || pago_id }
	}

	/**
	 * The provider has no idempotency keys and no list of refunds, only the balance: its change shows whether the refund
	 * was made.
	 */
	async function findRefund({ attempt, pago_id, monto, devuelto_antes }: LostRefund): Promise<LostRefundAnswer> {
		const token = attempt.gateway_ref
		if (!token || !isToken(token)) return 'unknown'
		const answer = await call('GET', `/${token}`)
		if (answer.status === 422) return 'unknown'
		const transaction = readAnswer(answer, transactionSchema)
		const [payment] = toPayments(transaction, attempt.id)
		const hidesBalance = transaction.status === 'PARTIALLY_NULLIFIED' && typeof transaction.balance !== 'number'
		if (!payment || hidesBalance) return 'unknown'
		if (payment.devuelto === (devuelto_antes ?? 0)) return 'not_made'
		const isMade = devuelto_antes !== null && payment.devuelto === devuelto_antes + monto
		return isMade ? { estado: 'hecho', devolucion_id: pago_id } : 'unknown'
	}

	return {
		knowsRefundsById: false,
		refund,
		findRefund,
		readRefund: async ({ devolucion_id }) => ({ estado: 'hecho', devolucion_id }),
	}
}

/** Webpay Plus of Transbank. There are no notifications: a sale exists only once the return is committed. */
export function createWebpay(options: WebpayOptions): Gateway {
	const call = createCall(options)

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const token = attempt.gateway_ref
		if (!token || !isToken(token)) return []
		return toPayments(readAnswer(await call('GET', `/${token}`), transactionSchema), attempt.id)
	}

	/** Commits; 422 means committed before, aborted, or too late, and the status shows which. */
	async function confirm(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const token = attempt.gateway_ref
		if (!token || !isToken(token)) return []
		const answer = await commit(call, token)
		return answer.status === 422 ? read(attempt) : toPayments(readAnswer(answer, transactionSchema), attempt.id)
	}

	async function identify(hint: Hint): Promise<string | undefined> {
		if (!hint.gateway_ref) return hint.attempt_id
		if (!isToken(hint.gateway_ref)) return undefined
		const answer = await call('GET', `/${hint.gateway_ref}`)
		const isUnknown = answer.status === 404 || answer.status === 422
		return isUnknown ? undefined : readAnswer(answer, transactionSchema).session_id
	}

	return {
		name: 'webpay',
		// The provider documents 5; the customer needs a moment to begin.
		pageMinutes: 4,
		async probe() {
			const answer = await call('GET', `/${'0'.repeat(64)}`)
			// A server that is not the provider's answers 404 as well, without this field.
			const isAbsent = answer.status === 404 || answer.status === 422
			if (!isAbsent || !refusalSchema.safeParse(answer.json).success) readAnswer(answer, transactionSchema)
		},
		read,
		confirm,
		...refundCalls(call),
		readReturn,
		async open(attempt) {
			const answer = await call('POST', '', {
				buy_order: buyOrderOf(attempt.id),
				session_id: attempt.id,
				amount: attempt.monto,
				return_url: options.publicUrl + addressOf(returnFromWebpay),
			})
			const { token, url } = readAnswer(answer, createdSchema)
			return { gateway_ref: token, url: `${url}?token_ws=${encodeURIComponent(token)}` }
		},
		identify,
		signsNotifications: true,
		readNotification: () => ({ kind: 'ignorada' }),
	}
}
