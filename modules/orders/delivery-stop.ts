/** Why a delivery waits for a decision of staff: its money, or an unmeasured distance. */
export const deliveryStops = ['dinero', 'sin_medir'] as const
export type DeliveryStop = (typeof deliveryStops)[number]

export interface StopFacts {
	/** `stopsDelivery` of its money. */
	readonly byMoney: boolean
	readonly despacho_sin_medir: boolean
	/** The stop released by staff so far. */
	readonly entrega_liberada: DeliveryStop | null
	readonly isNewDispute: boolean
}

/**
 * Whether a delivery is stopped, and which release of staff is still valid. A release of the money covers both stops,
 * one of an unmeasured distance only that: a later refund stops the delivery again.
 */
export function deliveryStop({ byMoney, despacho_sin_medir, entrega_liberada, isNewDispute }: StopFacts): {
	readonly entrega_detenida: boolean
	readonly entrega_liberada: DeliveryStop | null
} {
	const stop: DeliveryStop | null = byMoney ? 'dinero' : despacho_sin_medir ? 'sin_medir' : null
	const isUnmeasuredReleased = despacho_sin_medir && entrega_liberada !== null
	const rest = isUnmeasuredReleased ? 'sin_medir' : null
	const released = stop === 'dinero' && !isNewDispute ? (entrega_liberada === 'dinero' ? 'dinero' : rest) : rest
	return { entrega_detenida: stop !== null && released !== 'dinero' && released !== stop, entrega_liberada: released }
}
