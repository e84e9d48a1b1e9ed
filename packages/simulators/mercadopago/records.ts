import { randomUUID } from 'node:crypto'
import type { SeenPayment } from '../gateway-scope.ts'
import { type Journal, openJournal, type Table } from '../journal.ts'

/** A preference as sent, with the provider's fields. */
export interface Preference {
	readonly id: string
	readonly date_created: string
	readonly merchant_order_id: number
	readonly sent: {
		readonly items: readonly { title: string; quantity: number; unit_price: number; currency_id: string }[]
		readonly external_reference?: string | undefined
		readonly back_urls?: { success?: string; failure?: string; pending?: string } | undefined
		readonly notification_url?: string | undefined
		readonly expiration_date_to?: string | undefined
		readonly payer?: { email?: string | undefined } | undefined
		readonly metadata?: Record<string, unknown> | undefined
	}
}

export interface Refund {
	readonly id: number
	readonly payment_id: number
	readonly amount: number
	readonly status: 'approved' | 'in_process'
	readonly date_created: string
}

export interface Payment {
	readonly id: number
	readonly preference_id: string
	readonly external_reference: string | null
	readonly status: string
	readonly status_detail: string
	readonly transaction_amount: number
	readonly transaction_amount_refunded: number
	readonly currency_id: string
	readonly date_created: string
	readonly date_approved: string | null
	readonly date_last_updated: string
	readonly payer_email: string
	readonly merchant_order_id: number
	readonly metadata: Record<string, unknown>
	readonly refunds: readonly Refund[]
}

/** A payer's dispute of a payment. */
export interface Dispute {
	readonly id: number
	readonly tipo: 'contracargo' | 'reclamo'
	readonly payment_id: number
	readonly estado: 'abierta' | 'ganada' | 'perdida'
	readonly date_created: string
	readonly date_last_updated: string
}

export const collectorId = 1_700_322_474

/** Formats a moment like the provider: milliseconds, and its own offset (−04:00). */
export function providerDate(moment: Date): string {
	return new Date(moment.getTime() - 4 * 3_600_000).toISOString().replace('Z', '-04:00')
}

/** Returns the total of a preference's items, in CLP. */
export function preferenceTotal(preference: Preference): number {
	return preference.sent.items.reduce((sum, item) => sum + item.quantity * item.unit_price, 0)
}

interface PaymentState {
	readonly status: string
	readonly status_detail: string
	readonly amount: number
}

function freshPayment(id: number, preference: Preference, state: PaymentState, now: string): Payment {
	return {
		id,
		preference_id: preference.id,
		external_reference: preference.sent.external_reference ?? null,
		status: state.status,
		status_detail: state.status_detail,
		transaction_amount: state.amount,
		transaction_amount_refunded: 0,
		currency_id: preference.sent.items[0]?.currency_id ?? 'CLP',
		date_created: now,
		date_approved: state.status === 'approved' ? now : null,
		date_last_updated: now,
		payer_email: preference.sent.payer?.email ?? '',
		merchant_order_id: preference.merchant_order_id,
		metadata: preference.sent.metadata ?? {},
		refunds: [],
	}
}

/** A partly refunded payment remains approved; a fully refunded one is refunded. */
function withRefund(payment: Payment, refund: Refund): Payment {
	const refunded = payment.transaction_amount_refunded + refund.amount
	const isWhole = refunded >= payment.transaction_amount
	return {
		...payment,
		status: isWhole ? 'refunded' : payment.status,
		status_detail: isWhole ? 'refunded' : 'partially_refunded',
		transaction_amount_refunded: refunded,
		refunds: [...payment.refunds, refund],
		date_last_updated: refund.date_created,
	}
}

function paymentRecords(payments: Table<Payment>, nextId: () => number, clock: () => Date) {
	return {
		addPayment(preference: Preference, state: PaymentState): Payment {
			const payment = freshPayment(nextId(), preference, state, providerDate(clock()))
			payments.put(String(payment.id), payment)
			return payment
		},

		movePayment(payment: Payment, status: string, status_detail: string): Payment {
			const now = providerDate(clock())
			const date_approved = status === 'approved' ? (payment.date_approved ?? now) : payment.date_approved
			const moved = { ...payment, status, status_detail, date_approved, date_last_updated: now }
			payments.put(String(payment.id), moved)
			return moved
		},

		/** Refunds `amount`; the caller has checked that it remains. */
		addRefund(payment: Payment, amount: number, status: Refund['status'] = 'approved'): Refund {
			const now = providerDate(clock())
			const refund: Refund = { id: nextId(), payment_id: payment.id, amount, status, date_created: now }
			payments.put(String(payment.id), withRefund(payment, refund))
			return refund
		},
	}
}

function disputeRecords(disputes: Table<Dispute>, nextId: () => number, clock: () => Date) {
	return {
		addDispute(payment: Payment, tipo: Dispute['tipo']): Dispute {
			const now = providerDate(clock())
			const dates = { date_created: now, date_last_updated: now }
			const dispute: Dispute = { id: nextId(), tipo, payment_id: payment.id, estado: 'abierta', ...dates }
			disputes.put(String(dispute.id), dispute)
			return dispute
		},

		endDispute(dispute: Dispute, estado: Dispute['estado']): Dispute {
			const ended = { ...dispute, estado, date_last_updated: providerDate(clock()) }
			disputes.put(String(dispute.id), ended)
			return ended
		},
	}
}

/** Notification settings of a payment. */
const seenOf = (one: Payment): SeenPayment => ({
	referencia: one.external_reference ?? '',
	pago_id: String(one.id),
	aprobado: one.date_approved !== null,
	monto: one.transaction_amount,
	devuelto: one.transaction_amount_refunded,
})

export type Records = ReturnType<typeof openRecords>

export function openRecords(file: string, clock: () => Date) {
	const journal: Journal = openJournal(file)
	const preferences = journal.table<Preference>('preferences')
	const payments = journal.table<Payment>('payments')
	const disputes = journal.table<Dispute>('disputes')
	/** Stored answer of an idempotency key. */
	const keys = journal.table<string>('keys')
	const taken = [
		...payments.values().flatMap((one) => [one.id, ...one.refunds.map(({ id }) => id)]),
		...preferences.values().map((one) => one.merchant_order_id),
		...disputes.values().map((one) => one.id),
	]
	let lastId = taken.reduce((last, id) => Math.max(last, id), 1_328_000_000)
	const nextId = () => {
		lastId += 1
		return lastId
	}

	return {
		preferences,
		payments,
		disputes,
		keys,
		close: () => journal.close(),
		seen: () => payments.values().map(seenOf),
		paymentsOf: (preferenceId: string) => payments.values().filter((payment) => payment.preference_id === preferenceId),

		addPreference(sent: Preference['sent']): Preference {
			const id = `${collectorId}-${randomUUID()}`
			const preference = { id, date_created: providerDate(clock()), merchant_order_id: nextId(), sent }
			preferences.put(id, preference)
			return preference
		},

		...paymentRecords(payments, nextId, clock),
		...disputeRecords(disputes, nextId, clock),
	}
}
