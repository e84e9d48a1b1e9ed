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
const refusalSchema = z.object({ error_message: z.string() })

type Transaction = z.output<typeof transactionSchema>

/** The customer waits meanwhile: after this time no further commit is begun. */
const commitWithinMs = 12_000
/** Milliseconds between an unanswered commit and the next one. */
const commitPausesMs = [250, 1_000]

const root = '/rswebpaytransaction/api/webpay/v1.2/transactions'

/** Webpay Plus of Transbank. There are no notifications: a sale exists only once the return is committed. */
export function createWebpay(
	options: CallOptions & { commerceCode: string; apiKey: string; apiUrl: string; publicUrl: string },
): Gateway {
	const { commerceCode, apiKey, apiUrl, publicUrl } = options
	const keys = { 'Tbk-Api-Key-Id': commerceCode, 'Tbk-Api-Key-Secret': apiKey, 'content-type': 'application/json' }

	function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<ProviderAnswer> {
		const init = { method, headers: keys, ...(body !== undefined && { body: JSON.stringify(body) }) }
		return callProvider(providerUrl(apiUrl, `${root}${path}`), init, options)
	}

	/** A sale exists only after the commit, which is safe to repeat. */
	async function commit(token: string): Promise<ProviderAnswer> {
		const began = performance.now()
		for (const pauseMs of commitPausesMs) {
			try {
				return await call('PUT', `/${token}`, {})
			} catch (error) {
				const isSilent = error instanceof GatewayUnavailable && !(error instanceof GatewayKeyRefused)
				if (!isSilent || performance.now() - began > commitWithinMs) throw error
				await wait(pauseMs)
			}
		}
		return await call('PUT', `/${token}`, {})
	}

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const token = tokenOf(attempt)
		if (!token) return []
		return toPayments(readAnswer(await call('GET', `/${token}`), transactionSchema), attempt.id)
	}

	return {
		name: 'webpay',
		// The provider documents 5; the customer needs a moment to begin.
		pageMinutes: 4,
		async probe() {
			const answer = await call('GET', `/${'0'.repeat(64)}`)
			// A server that is not the provider's answers 404 as well, without this field.
			if (!isUnknown(answer) || !refusalSchema.safeParse(answer.json).success) readAnswer(answer, transactionSchema)
		},
		async open({ id, monto }) {
			const answer = await call('POST', '', {
				buy_order: buyOrderOf(id),
				session_id: id,
				amount: monto,
				return_url: publicUrl + addressOf(returnFromWebpay),
			})
			const { token, url } = readAnswer(answer, createdSchema)
			return { gateway_ref: token, url: `${url}?token_ws=${encodeURIComponent(token)}` }
		},
		read,
		async confirm(attempt) {
			const token = tokenOf(attempt)
			if (!token) return []
			const answer = await commit(token)
			// Committed before, aborted, or too late: the status shows which.
			if (answer.status === 422) return await read(attempt)
			return toPayments(readAnswer(answer, transactionSchema), attempt.id)
		},
		async identify({ attempt_id, gateway_ref }) {
			if (!gateway_ref) return attempt_id
			const token = tokenOf({ gateway_ref })
			const answer = token && (await call('GET', `/${token}`))
			if (!answer || isUnknown(answer)) return undefined
			return readAnswer(answer, transactionSchema).session_id
		},
		// The four kinds of return, by their parameters, in this order. A token identifies its attempt alone: the other
		// parameters come from the browser.
		readReturn({ token_ws, TBK_TOKEN, TBK_ID_SESION }) {
			if (token_ws && TBK_TOKEN) return { kind: 'error', gateway_ref: token_ws }
			if (TBK_TOKEN) return { kind: 'aborted', gateway_ref: TBK_TOKEN }
			if (token_ws) return { kind: 'normal', gateway_ref: token_ws }
			return TBK_ID_SESION ? { kind: 'timed_out', attempt_id: TBK_ID_SESION } : { kind: 'unknown' }
		},
		signsNotifications: true,
		readNotification: () => ({ kind: 'ignorada' }),
		// Debit payments can only be refunded whole.
		async refund({ attempt, pago_id, monto }) {
			const token = tokenOf(attempt)
			if (!token) throw new GatewayRefused('there is no payment to give back')
			const answer = readAnswer(await call('POST', `/${token}/refunds`, { amount: monto }), refundSchema)
			const isRefused = answer.type === 'NULLIFIED' && (answer.response_code ?? 0) !== 0
			return { estado: isRefused ? 'rechazado' : 'hecho', devolucion_id: answer.authorization_code || pago_id }
		},
		// The provider has no idempotency keys and no list of refunds, only the balance: its change shows whether the refund
		// was made.
		knowsRefundsById: false,
		async findRefund({ attempt, pago_id, monto, devuelto_antes }) {
			const token = tokenOf(attempt)
			if (!token) return 'unknown'
			const answer = await call('GET', `/${token}`)
			if (answer.status === 422) return 'unknown'
			const transaction = readAnswer(answer, transactionSchema)
			const [payment] = toPayments(transaction, attempt.id)
			const hidesBalance = transaction.status === 'PARTIALLY_NULLIFIED' && typeof transaction.balance !== 'number'
			if (!payment || hidesBalance) return 'unknown'
			if (payment.devuelto === (devuelto_antes ?? 0)) return 'not_made'
			const isMade = devuelto_antes !== null && payment.devuelto === devuelto_antes + monto
			return isMade ? { estado: 'hecho', devolucion_id: pago_id } : 'unknown'
		},
		readRefund: async ({ devolucion_id }) => ({ estado: 'hecho', devolucion_id }),
	}
}

/** Tokens have 64 characters; other lengths are accepted, but no text that could be read as a path. */
const tokenOf = ({ gateway_ref }: Pick<AttemptRef, 'gateway_ref'>) =>
	gateway_ref && /^\w{16,128}$/.test(gateway_ref) ? gateway_ref : undefined

const isUnknown = ({ status }: ProviderAnswer) => status === 404 || status === 422

/** An attempt's UUID in 22 characters, as an order number has at most 26. The whole id travels as the session. */
export function buyOrderOf(attemptId: string): string {
	return Buffer.from(attemptId.replaceAll('-', ''), 'hex').toString('base64url')
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

/** Approved only with both fields: code 0 without the status occurs on unauthorised payments. */
function stateOf({ status, response_code }: Transaction): GatewayPaymentState {
	if (status === 'REVERSED' || status === 'NULLIFIED') return 'devuelto'
	const isAuthorized = status === 'AUTHORIZED' || status === 'PARTIALLY_NULLIFIED' || status === 'CAPTURED'
	return isAuthorized && response_code === 0 ? 'aprobado' : 'rechazado'
}
