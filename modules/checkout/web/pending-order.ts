import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { gatewayReservationMinutes } from '#modules/orders/hold-times.ts'

/** An order request without a final answer: equal contents are sent with the same key, so repeats make one order. */
export interface PendingOrder {
	readonly key: string
	readonly request: PlaceOrderRequest
	/** First attempt, ms since 1970. */
	readonly since: number
}

/** Shorter than the life of a payment page; later, equal contents are a new order. */
const pendingMs = (gatewayReservationMinutes - 5) * 60_000

/** Returns the contents that identify an order. A renewed quote is the same delivery. */
function contentsOf(request: PlaceOrderRequest): string {
	const { cotizacion: _signature, ...contents } = request
	return JSON.stringify(contents)
}

/** Reads the stored value of the tab. */
export function readPending(value: unknown): PendingOrder | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	const { key, request, since } = value as Partial<PendingOrder>
	if (typeof key !== 'string' || typeof since !== 'number' || typeof request !== 'object') return undefined
	return { key, request, since }
}

/**
 * Returns the pending order when its contents equal `request` (with its exact body, since a key belongs to one body), else a
 * new one.
 */
export function pendingFor(
	request: PlaceOrderRequest,
	kept: PendingOrder | undefined,
	at: { now: number; newKey: () => string },
): PendingOrder {
	const isSame = kept && at.now - kept.since < pendingMs && contentsOf(kept.request) === contentsOf(request)
	return isSame ? kept : { key: at.newKey(), request, since: at.now }
}
