import { z } from 'zod'
import { type CallOptions, callProvider, type ProviderAnswer, providerUrl, readAnswer } from './call-provider.ts'
import {
	type AttemptRef,
	type Gateway,
	type GatewayPayment,
	type GatewayPaymentState,
	GatewayRefused,
	type Hint,
	type RefundOutcome,
	type ReturnKind,
} from './gateway.ts'

const createdSchema = z.object({ token: z.string().min(1), url: z.url() })
const transactionSchema = z.object({
	status: z.string(),
	amount: z.number(),
	buy_order: z.string(),
	session_id: z.string(),
	response_code: z.number().nullish(),
	balance: z.number().nullish(),
})
const refundSchema = z.object({ type: z.enum(['REVERSED', 'NULLIFIED']), response_code: z.number().nullish() })

type Transaction = z.output<typeof transactionSchema>

const root = '/rswebpaytransaction/api/webpay/v1.2/transactions'
/** Tokens are of 64 characters; another length is taken too, but nothing that could be read as a path. */
const isToken = (text: string) => /^\w{16,128}$/.test(text)

/**
 * The provider's order number has at most 26 characters, so an attempt's UUID is written shorter: the same 128 bits in 22
 * characters. The whole id travels as the session, which the provider gives back too.
 */
export function buyOrderOf(attemptId: string): string {
	return Buffer.from(attemptId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Approved are only both together; a code 0 without the status was seen on payments that nobody authorised. */
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
	return [
		{ pago_id: buy_order, estado, monto: amount, moneda: 'CLP', devuelto: estado === 'devuelto' ? amount : partial },
	]
}

/** The four ways back, told apart by which parameters there are, in this order. */
function readReturn(fields: Readonly<Record<string, string | undefined>>): Hint & { kind: ReturnKind } {
	const { token_ws, TBK_TOKEN, TBK_ID_SESION } = fields
	const attempt_id = TBK_ID_SESION || undefined
	if (token_ws && TBK_TOKEN) return { kind: 'error', gateway_ref: token_ws, attempt_id }
	if (TBK_TOKEN) return { kind: 'abortado', gateway_ref: TBK_TOKEN, attempt_id }
	if (token_ws) return { kind: 'normal', gateway_ref: token_ws }
	return attempt_id ? { kind: 'vencido', attempt_id } : { kind: 'desconocido' }
}

/** Webpay Plus of Transbank. There are no notifications: a sale exists once the return is committed, and only then. */
export function createWebpay(
	options: CallOptions & { commerceCode: string; apiKey: string; apiUrl: string; publicUrl: string },
): Gateway {
	const { commerceCode, apiKey, apiUrl, publicUrl } = options

	function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<ProviderAnswer> {
		const headers = {
			'Tbk-Api-Key-Id': commerceCode,
			'Tbk-Api-Key-Secret': apiKey,
			'content-type': 'application/json',
		}
		const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
		return callProvider(providerUrl(apiUrl, `${root}${path}`), init, options)
	}

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const token = attempt.gateway_ref
		if (!token || !isToken(token)) return []
		return toPayments(readAnswer(await call('GET', `/${token}`), transactionSchema), attempt.id)
	}

	/** Commits; 422 says that it was committed before, aborted, or came too late, and the status tells which. */
	async function confirm(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const token = attempt.gateway_ref
		if (!token || !isToken(token)) return []
		const answer = await call('PUT', `/${token}`, {})
		return answer.status === 422 ? read(attempt) : toPayments(readAnswer(answer, transactionSchema), attempt.id)
	}

	/**
	 * The provider knows no idempotency keys, so what is given back is read first: when it is more than what earlier refunds gave,
	 * this one was made before and only its answer was lost. Debit can only be given back whole.
	 */
	async function refund(asked: { attempt: AttemptRef; monto: number; already?: number }): Promise<RefundOutcome> {
		const { attempt, monto, already = 0 } = asked
		const token = attempt.gateway_ref
		const [payment] = await read(attempt)
		if (!token || !payment) throw new GatewayRefused('there is no payment to give back')
		const done = { estado: 'hecho', devolucion_id: `${payment.pago_id}-${already + monto}` } as const
		if (payment.devuelto >= already + monto) return done
		const answer = readAnswer(await call('POST', `/${token}/refunds`, { amount: monto }), refundSchema)
		const isRefused = answer.type === 'NULLIFIED' && (answer.response_code ?? 0) !== 0
		return isRefused ? { ...done, estado: 'rechazado' } : done
	}

	return {
		name: 'webpay',
		read,
		confirm,
		refund,
		readReturn,
		async open(attempt) {
			const answer = await call('POST', '', {
				buy_order: buyOrderOf(attempt.id),
				session_id: attempt.id,
				amount: attempt.monto,
				return_url: `${publicUrl}/api/retorno/webpay/`,
			})
			const { token, url } = readAnswer(answer, createdSchema)
			return { gateway_ref: token, url: `${url}?token_ws=${encodeURIComponent(token)}` }
		},
		async identify(hint) {
			if (!hint.gateway_ref) return hint.attempt_id
			if (!isToken(hint.gateway_ref)) return undefined
			const answer = await call('GET', `/${hint.gateway_ref}`)
			const isUnknown = answer.status === 404 || answer.status === 422
			return isUnknown ? undefined : readAnswer(answer, transactionSchema).session_id
		},
		readNotification: () => ({ kind: 'ignorada' }),
		readRefund: async ({ devolucion_id }) => ({ estado: 'hecho', devolucion_id }),
	}
}
