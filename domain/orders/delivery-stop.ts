/** Why the delivery of an order waits for the word of staff: its money, or a delivery whose distance was not measured. */
export const deliveryStops = ['dinero', 'sin_medir'] as const
export type DeliveryStop = (typeof deliveryStops)[number]

export interface StopFacts {
	/** `stopsDelivery` of its money. */
	readonly byMoney: boolean
	readonly despacho_sin_medir: boolean
	/** The stop that staff released so far. */
	readonly entrega_liberada: DeliveryStop | null
	readonly isNewDispute: boolean
}

/**
 * Whether a delivery is stopped now, and which release of staff still holds. A release for its money covers both stops, one for
 * an unmeasured distance only that: money that goes back later stops the delivery again.
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
