import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import type { Transaction, WebpayRecords } from './records.ts'
import type { Settings } from './settings.ts'

interface ApiParts {
	readonly records: WebpayRecords
	readonly faults: FaultSwitch<Settings>
	readonly commerceCode: string
	readonly apiKey: string
	readonly clock: () => Date
	readonly home: () => string
}

const hour = 3_600_000
const createSchema = z.object({
	buy_order: z.string().regex(/^[A-Za-z0-9|_=&%.,~:/?[+!@()>-]{1,26}$/),
	session_id: z.string().min(1).max(61),
	amount: z.number().int().positive().max(999_999_999),
	return_url: z.url().max(255),
})

function fail(reply: FastifyReply, status: number, error_message: string) {
	return reply.code(status).send({ error_message })
}

const newCode = () => String(randomInt(1, 10_000)).padStart(6, '0')

/** A transaction in the provider's format; without a result before the commit. */
function show(transaction: Transaction) {
	const moment = transaction.committed_at ?? transaction.created_at
	const isCommitted = transaction.committed_at !== undefined
	const isApproved = transaction.decision === 'approved'
	return {
		...(isCommitted ? { vci: isApproved ? 'TSY' : 'TSN' } : {}),
		amount: transaction.amount,
		status: transaction.status,
		buy_order: transaction.buy_order,
		session_id: transaction.session_id,
		...(isCommitted ? { card_detail: { card_number: isApproved ? '6623' : '0568' } } : {}),
		accounting_date: moment.slice(5, 10).replace('-', ''),
		transaction_date: moment,
		...(isCommitted
			? {
					authorization_code: isApproved ? transaction.authorization_code : '000000',
					payment_type_code: transaction.isDebit ? 'VD' : transaction.cuotas > 0 ? 'NC' : 'VN',
					response_code: isApproved ? 0 : -1,
				}
			: {}),
		installments_number: isCommitted ? transaction.cuotas : 0,
		...(isCommitted && transaction.cuotas > 0
			? { installments_amount: Math.floor(transaction.amount / transaction.cuotas) }
			: {}),
		...(transaction.refunded > 0 ? { balance: transaction.amount - transaction.refunded } : {}),
	}
}

/** Returns the provider's error of a commit. */
function commitRefusal(transaction: Transaction, now: Date, windowMinutes: number): string | undefined {
	if (transaction.committed_at) return `Invalid status '${transaction.status}' for transaction while authorizing`
	if (transaction.decision === 'aborted') return 'Transaction has an invalid finished state: aborted'
	if (!transaction.decided_at) return `Invalid status '${transaction.status}' for transaction while authorizing`
	const isLate = now.getTime() - new Date(transaction.decided_at).getTime() > windowMinutes * 60_000
	return isLate ? 'Transaction has an invalid finished state: aborted' : undefined
}

/** Documented error numbers of refunds. */
const refusals = {
	16: 'La transacción no permite anulación',
	274: 'Transacción no encontrada',
	284: 'Periodo de anulación excedido',
	292: 'La transacción no está autorizada',
	310: 'Transacción anulada previamente',
	311: 'Monto a anular excede el saldo disponible para anular',
} as const

/** Returns the result of a refund, or its error. */
function refund(transaction: Transaction, amount: number, now: Date) {
	const { status, committed_at, refunded } = transaction
	const left = transaction.amount - refunded
	if (status === 'REVERSED' || status === 'NULLIFIED') return { refusal: refusals[310] }
	if (!committed_at || (status !== 'AUTHORIZED' && status !== 'PARTIALLY_NULLIFIED')) return { refusal: refusals[292] }
	const ageMs = now.getTime() - new Date(committed_at).getTime()
	if (ageMs > 90 * 24 * hour) return { refusal: refusals[284] }
	if (amount > left) return { refusal: refusals[311] }
	if (transaction.isDebit && amount !== transaction.amount) return { refusal: refusals[16] }
	const isWhole = amount === left
	if (isWhole && refunded === 0 && ageMs <= 3 * hour)
		return { changes: { status: 'REVERSED', refunded: amount } as const, answer: { type: 'REVERSED' } }
	const changes = { status: isWhole ? 'NULLIFIED' : 'PARTIALLY_NULLIFIED', refunded: refunded + amount } as const
	const answer = {
		type: 'NULLIFIED',
		authorization_code: newCode(),
		authorization_date: now.toISOString(),
		nullified_amount: amount,
		balance: left - amount,
		response_code: 0,
	}
	return { changes, answer }
}

function transactionRoutes(api: FastifyInstance, { records, faults, clock, home }: ApiParts) {
	type Params = { Params: { token: string } }
	/** Tokens with a running commit. */
	const locked = new Set<string>()

	api.post('/transactions', async (request, reply) => {
		const parsed = createSchema.safeParse(request.body)
		if (!parsed.success) {
			const field = parsed.error.issues[0]?.path.join('.') || 'body'
			return fail(reply, 422, `Invalid value for parameter: ${field}`)
		}
		if (records.hasOrder(parsed.data.buy_order)) return fail(reply, 422, 'Invalid value for parameter: buy_order')
		const { token } = records.add(parsed.data)
		return { token, url: `${home()}/webpayserver/initTransaction` }
	})

	api.put<Params>('/transactions/:token', async (request, reply) => {
		const transaction = records.get(request.params.token)
		if (!transaction) return fail(reply, 422, 'Invalid value for parameter: token')
		if (locked.has(transaction.token)) return fail(reply, 422, 'Transaction already locked by another process')
		const { minutos_para_confirmar, segundos_de_commit } = faults.settings()
		const refusal = commitRefusal(transaction, clock(), minutos_para_confirmar)
		if (refusal) return fail(reply, 422, refusal)
		locked.add(transaction.token)
		await wait(segundos_de_commit * 1_000)
		locked.delete(transaction.token)
		const status = transaction.decision === 'approved' ? 'AUTHORIZED' : 'FAILED'
		const committed = { status, committed_at: clock().toISOString(), authorization_code: newCode() } as const
		return show(records.change(transaction, committed))
	})

	api.get<Params>('/transactions/:token', async (request, reply) => {
		const transaction = records.get(request.params.token)
		if (!transaction) return fail(reply, 422, 'Invalid value for parameter: token')
		const ageMs = clock().getTime() - new Date(transaction.created_at).getTime()
		if (ageMs > 7 * 24 * hour) return fail(reply, 422, 'Transaction has passed max time (7 days) to recover the status')
		return show(transaction)
	})

	api.post<Params>('/transactions/:token/refunds', async (request, reply) => {
		const transaction = records.get(request.params.token)
		if (!transaction) return fail(reply, 422, refusals[274])
		const parsed = z.object({ amount: z.number().int().positive() }).safeParse(request.body)
		if (!parsed.success) return fail(reply, 422, 'Invalid value for parameter: amount')
		const outcome = refund(transaction, parsed.data.amount, clock())
		if (!outcome.changes) return fail(reply, 422, outcome.refusal)
		records.change(transaction, outcome.changes)
		return outcome.answer
	})
}

/** The provider's calls, behind its two headers and the fault switch. */
export function webpayApi(app: FastifyInstance, parts: ApiParts): void {
	app.register(
		async (api) => {
			api.addHook('onRequest', parts.faults.guard)
			api.addHook('onRequest', async (request, reply) => {
				const isKnown =
					request.headers['tbk-api-key-id'] === parts.commerceCode &&
					request.headers['tbk-api-key-secret'] === parts.apiKey
				return isKnown ? undefined : fail(reply, 401, 'Not Authorized')
			})
			transactionRoutes(api, parts)
		},
		{ prefix: '/rswebpaytransaction/api/webpay/v1.2' },
	)
}
