import { formatClp } from '#core/rules/money.ts'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'

/** The states in which a cash order is delivered, to be paid at the door. */
export const cashHandoverEstados = ['pendiente', 'en_revision'] as const satisfies readonly Estado[]

interface HandoverFacts {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
}

/** Whether an order awaits its hand-over: it is paid, or a cash order. */
export function awaitsHandover({ estado, metodo_pago }: HandoverFacts): boolean {
	return estado === 'pagada' || (metodo_pago === 'efectivo' && cashHandoverEstados.some((one) => one === estado))
}

/** Whether it can be handed over now: it awaits it, and its payment is not disputed. */
export function canBeHandedOver(order: HandoverFacts & { readonly entrega_detenida: boolean }): boolean {
	return awaitsHandover(order) && !order.entrega_detenida
}

/** CLP to collect at the hand-over. */
export function cashToCollect(order: HandoverFacts & { readonly total: number }): number {
	return awaitsHandover(order) && order.estado !== 'pagada' ? order.total : 0
}

/** Maximum of cash as a multiple of the amount due; more is a typing error. */
const maxCashTimes = 10

/** The sentence that rejects `received` CLP in cash for `due`; undefined for a plausible amount. */
export function cashProblem(due: number, received: number): string | undefined {
	if (received < due) return 'La orden se paga completa al recibirla.'
	if (received > due * maxCashTimes)
		return `Revisa el monto: es más de ${maxCashTimes} veces lo que se cobra, ${formatClp(due)}.`
	return undefined
}

/** Why a delivery waits for a decision of staff: its money, or an unmeasured distance. */
export const deliveryStops = ['dinero', 'sin_medir'] as const
export type DeliveryStop = (typeof deliveryStops)[number]

interface StopFacts {
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
