import type { PlaceOrderRequest } from '#contract/orders/place-order.ts'
import { gatewayHoldMinutes } from '#domain/orders/hold-times.ts'

/** An order on its way: the same contents are sent with the same key, so that they make one order however often they are sent. */
export interface PendingOrder {
	readonly key: string
	readonly request: PlaceOrderRequest
	/** When it was first sent, in milliseconds since 1970. */
	readonly since: number
}

/** Before a payment page ends, the same contents begin to be a new order. */
const pendingMs = (gatewayHoldMinutes - 5) * 60_000

/** What makes two orders the same to the customer. A quote that was signed again is the same delivery. */
function contentsOf(request: PlaceOrderRequest): string {
	const { cotizacion: _signature, ...contents } = request
	return JSON.stringify(contents)
}

/** Reads what the tab kept. */
export function readPending(value: unknown): PendingOrder | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	const { key, request, since } = value as Partial<PendingOrder>
	if (typeof key !== 'string' || typeof since !== 'number' || typeof request !== 'object') return undefined
	return { key, request, since }
}

/**
 * The order to send for `request`: the one that is on its way when it has the same contents (its very body, since a key goes
 * with one body), else a new one.
 */
export function pendingFor(
	request: PlaceOrderRequest,
	kept: PendingOrder | undefined,
	at: { now: number; newKey: () => string },
): PendingOrder {
	const isSame = kept && at.now - kept.since < pendingMs && contentsOf(kept.request) === contentsOf(request)
	return isSame ? kept : { key: at.newKey(), request, since: at.now }
}
