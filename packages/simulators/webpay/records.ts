import { randomBytes } from 'node:crypto'
import { openJournal } from '../journal.ts'

type WebpayStatus = 'INITIALIZED' | 'AUTHORIZED' | 'FAILED' | 'REVERSED' | 'NULLIFIED' | 'PARTIALLY_NULLIFIED'

export interface Transaction {
	readonly token: string
	readonly buy_order: string
	readonly session_id: string
	/** Amount charged by the bank: the requested one, unless changed on the pay page. */
	readonly amount: number
	readonly return_url: string
	readonly created_at: string
	readonly status: WebpayStatus
	/** The bank's answer, which counts only once the shop commits. */
	readonly decision: 'approved' | 'refused' | 'aborted' | undefined
	readonly decided_at: string | undefined
	readonly committed_at: string | undefined
	readonly authorization_code: string | undefined
	readonly isDebit: boolean
	/** Instalments without interest; 0: none. */
	readonly cuotas: number
	readonly refunded: number
}

export type WebpayRecords = ReturnType<typeof openWebpayRecords>

export function openWebpayRecords(file: string, clock: () => Date) {
	const journal = openJournal(file)
	const transactions = journal.table<Transaction>('transactions')
	const orders = new Set(transactions.values().map((one) => one.buy_order))

	return {
		close: () => journal.close(),
		all: () => transactions.values(),
		seen: () =>
			transactions
				.values()
				.filter((one) => one.committed_at !== undefined)
				.map(({ session_id, buy_order, amount, refunded, decision }) => ({
					referencia: session_id,
					pago_id: buy_order,
					aprobado: decision === 'approved',
					monto: amount,
					devuelto: refunded,
				})),
		get: (token: string) => transactions.get(token),
		hasOrder: (buyOrder: string) => orders.has(buyOrder),

		add(request: Pick<Transaction, 'buy_order' | 'session_id' | 'amount' | 'return_url'>): Transaction {
			const transaction: Transaction = {
				...request,
				token: randomBytes(32).toString('hex'),
				created_at: clock().toISOString(),
				status: 'INITIALIZED',
				decision: undefined,
				decided_at: undefined,
				committed_at: undefined,
				authorization_code: undefined,
				isDebit: false,
				cuotas: 0,
				refunded: 0,
			}
			transactions.put(transaction.token, transaction)
			orders.add(transaction.buy_order)
			return transaction
		},

		change(transaction: Transaction, changes: Partial<Transaction>): Transaction {
			const changed = { ...transaction, ...changes }
			transactions.put(changed.token, changed)
			return changed
		},
	}
}
