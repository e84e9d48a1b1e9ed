import type { Estado } from '#domain/orders/estado.ts'
import { isGatewayMethod, type MetodoPago } from '#domain/orders/metodo-pago.ts'

/** How long an unpaid order keeps its units, by the way it is paid, and when a transfer without a proof is reminded of. */
export const gatewayHoldMinutes = 30
export const transferHoldHours = 48
export const transferReminderHours = 24

/** At least how long an order waits for another proof after staff refused one, and how long before its end that is reminded of. */
export const refusedProofHours = 24
export const refusedReminderHours = 12

/** So many days before the end of a proof that nobody has confirmed, and of a cash order, staff are reminded of it. */
export const reviewReminderDays = [7, 2] as const
export const cashReminderDays = 2

export interface HoldSettings {
	readonly dias_efectivo: number
	readonly dias_revision: number
}

const minutesAfter = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)
const daysAfter = (from: Date, days: number) => minutesAfter(from, days * 24 * 60)

/** Until when an unpaid order keeps its units: a payment page, a transfer and cash at the door take their own time. */
export function holdUntil(metodoPago: MetodoPago, from: Date, settings: HoldSettings): Date {
	if (isGatewayMethod(metodoPago)) return minutesAfter(from, gatewayHoldMinutes)
	if (metodoPago === 'transferencia') return minutesAfter(from, transferHoldHours * 60)
	return daysAfter(from, settings.dias_efectivo)
}

/** The later of two ends: a new attempt to pay never brings the end of an order that waits nearer. Null is no end at all. */
export function laterEnd(order: ReviewedOrder, next: Date): Date | null {
	if (order.estado === 'fallida') return next
	return order.expires_at === null || order.expires_at > next ? order.expires_at : next
}

/** Days after its placement during which a failed order can be paid at its original price. */
export const failedPayableDays = 7

/** Until when an order that failed can be paid again by gateway; null where it cannot, or cannot any more. */
export function payableAgainUntil(
	order: { readonly estado: Estado; readonly metodo_pago: MetodoPago; readonly created_at: Date },
	now: Date,
): Date | null {
	if (order.estado !== 'fallida' || !isGatewayMethod(order.metodo_pago)) return null
	const until = daysAfter(order.created_at, failedPayableDays)
	return until > now ? until : null
}

export interface ReviewedOrder {
	readonly estado: Estado
	readonly expires_at: Date | null
}

/**
 * Until when an order keeps its units after a proof at `now`. A further proof prolongs nothing: pictures alone hold no stock
 * for ever.
 */
export function reviewUntil(order: ReviewedOrder, now: Date, settings: HoldSettings): Date | null {
	return order.estado === 'en_revision' ? order.expires_at : daysAfter(now, settings.dias_revision)
}

/** Why an order that is still unpaid at its end fails: nobody confirmed its proof, or nobody paid. */
export const expiryReason = ({ estado }: ReviewedOrder): 'revision_vencida' | 'vencida' =>
	estado === 'en_revision' ? 'revision_vencida' : 'vencida'
