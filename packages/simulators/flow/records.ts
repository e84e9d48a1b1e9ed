import { randomBytes } from 'node:crypto'
import type { SeenPayment } from '../gateway-scope.ts'
import { openJournal, type Table } from '../journal.ts'

/** 1 pending, 2 paid, 3 refused, 4 cancelled. */
export type FlowStatus = 1 | 2 | 3 | 4

export interface FlowOrder {
	readonly token: string
	readonly flowOrder: number
	readonly commerceOrder: string
	readonly subject: string
	readonly amount: number
	readonly currency: string
	readonly payer: string
	readonly urlConfirmation: string
	readonly urlReturn: string
	readonly created_at: string
	/** Seconds until the order is cancelled automatically; without it the order never expires. */
	readonly timeout: number | undefined
	readonly status: FlowStatus
	/** Time when a payment coupon was issued. */
	readonly coupon_at: string | undefined
	readonly paid: { readonly at: string; readonly amount: number } | undefined
}

export type RefundStatus = 'created' | 'accepted' | 'rejected' | 'refunded' | 'canceled'

export interface FlowRefund {
	readonly token: string
	readonly flowRefundOrder: number
	readonly refundCommerceOrder: string
	readonly flowOrder: number
	readonly amount: number
	readonly receiverEmail: string
	readonly urlCallBack: string
	readonly created_at: string
	readonly status: RefundStatus
}

/** Formats a moment like the provider: Santiago time without a zone. */
export function flowDate(moment: Date): string {
	return moment.toLocaleString('sv-SE', { timeZone: 'America/Santiago' })
}

function seenOf(order: FlowOrder, refunds: readonly FlowRefund[]): SeenPayment {
	const { commerceOrder, flowOrder, status, amount, paid } = order
	const isTaken = (one: FlowRefund) =>
		one.flowOrder === flowOrder && one.status !== 'rejected' && one.status !== 'canceled'
	return {
		referencia: commerceOrder,
		pago_id: String(flowOrder),
		aprobado: status === 2,
		monto: paid?.amount ?? amount,
		devuelto: refunds.filter(isTaken).reduce((sum, one) => sum + one.amount, 0),
	}
}

/** Days within which the payer must accept a refund. */
const acceptDays = 10

/** Returns a refund's state at a moment: an unaccepted one expires and returns to the shop. */
function refundAt(refund: FlowRefund, now: Date): FlowRefund {
	const end = new Date(refund.created_at).getTime() + acceptDays * 86_400_000
	return refund.status === 'created' && now.getTime() >= end ? { ...refund, status: 'canceled' } : refund
}

/** Returns an order's state at a moment: an unpaid one expires. */
function orderAt(order: FlowOrder, now: Date): FlowOrder {
	if (order.status !== 1 || order.coupon_at || order.timeout === undefined) return order
	const end = new Date(order.created_at).getTime() + order.timeout * 1_000
	return now.getTime() > end ? { ...order, status: 4 } : order
}

/** Continues after the used numbers. */
function numbersAfter(taken: readonly number[]): () => number {
	let last = taken.reduce((highest, number) => Math.max(highest, number), 4_000_000)
	return () => {
		last += 1
		return last
	}
}

/** Length of real tokens. */
const newToken = () => randomBytes(20).toString('hex').toUpperCase()

function refundRecords(refunds: Table<FlowRefund>, nextNumber: () => number, clock: () => Date) {
	return {
		refunds: () => refunds.values().map((one) => refundAt(one, clock())),
		refund(token: string): FlowRefund | undefined {
			const refund = refunds.get(token)
			return refund && refundAt(refund, clock())
		},

		addRefund(request: Omit<FlowRefund, 'token' | 'flowRefundOrder' | 'created_at' | 'status'>): FlowRefund {
			const fresh = { token: newToken(), flowRefundOrder: nextNumber(), created_at: clock().toISOString() }
			const refund: FlowRefund = { ...request, ...fresh, status: 'created' }
			refunds.put(refund.token, refund)
			return refund
		},

		moveRefund(refund: FlowRefund, status: RefundStatus): void {
			refunds.put(refund.token, { ...refund, status })
		},
	}
}

export type FlowRecords = ReturnType<typeof openFlowRecords>

export function openFlowRecords(file: string, clock: () => Date) {
	const journal = openJournal(file)
	const orders = journal.table<FlowOrder>('orders')
	const refunds = journal.table<FlowRefund>('refunds')
	const tokens = new Map(orders.values().map((order) => [order.commerceOrder, order.token]))
	const nextNumber = numbersAfter([
		...orders.values().map((one) => one.flowOrder),
		...refunds.values().map((one) => one.flowRefundOrder),
	])

	return {
		close: () => journal.close(),
		orders: () => orders.values(),
		seen: () => {
			const now = clock()
			const given = refunds.values().map((one) => refundAt(one, now))
			return orders.values().map((order) => seenOf(order, given))
		},
		...refundRecords(refunds, nextNumber, clock),

		order(token: string): FlowOrder | undefined {
			const order = orders.get(token)
			return order && orderAt(order, clock())
		},

		tokenOf: (commerceOrder: string) => tokens.get(commerceOrder),
		tokenOfNumber: (flowOrder: number) => orders.values().find((one) => one.flowOrder === flowOrder)?.token,

		addOrder(
			request: Omit<FlowOrder, 'token' | 'flowOrder' | 'created_at' | 'status' | 'coupon_at' | 'paid'>,
		): FlowOrder {
			const fresh = { status: 1 as const, coupon_at: undefined, paid: undefined, created_at: clock().toISOString() }
			const order = { ...request, ...fresh, token: newToken(), flowOrder: nextNumber() }
			orders.put(order.token, order)
			tokens.set(order.commerceOrder, order.token)
			return order
		},

		setStatus(order: FlowOrder, move: { status: FlowStatus; paidAmount?: number; hasCoupon?: boolean }): FlowOrder {
			const now = clock().toISOString()
			const paid = move.paidAmount === undefined ? order.paid : { at: now, amount: move.paidAmount }
			const moved = { ...order, status: move.status, paid, coupon_at: move.hasCoupon ? now : order.coupon_at }
			orders.put(order.token, moved)
			return moved
		},
	}
}
