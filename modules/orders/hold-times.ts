import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'

/** How long an unpaid order reserves its units, by payment method, and when a transfer without a proof is reminded. */
export const gatewayReservationMinutes = 30
/** The last end of a gateway order's hold after it was placed or reopened, however often it is paid again. */
const gatewayLastMinutes = 60
export const transferReservationHours = 48
export const transferReminderHours = 24

/** The wait for another proof after a rejection, and the time of the reminder before its expiry. */
export const refusedProofHours = 24
export const refusedReminderHours = 12

/** Days before the expiry of an unconfirmed proof, or of a cash order, when staff are reminded. */
export const reviewReminderDays = [7, 2] as const
export const cashReminderDays = 2

export interface ReservationSettings {
	readonly dias_efectivo: number
	readonly dias_revision: number
}

const minutesAfter = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)
const daysAfter = (from: Date, days: number) => minutesAfter(from, days * 24 * 60)

/** Until when an unpaid order reserves its units, by payment method. */
export function reservedUntil(metodoPago: MetodoPago, from: Date, settings: ReservationSettings): Date {
	if (isGatewayMethod(metodoPago)) return minutesAfter(from, gatewayReservationMinutes)
	if (metodoPago === 'transferencia') return minutesAfter(from, transferReservationHours * 60)
	return daysAfter(from, settings.dias_efectivo)
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date, other: Date) => (one > other ? one : other)

/** Until when a gateway order reserves its units after a payment page was opened at `now`. */
export function pageUntil(order: { readonly created_at: Date; readonly reabierta_at: Date | null }, now: Date): Date {
	const last = minutesAfter(order.reabierta_at ?? order.created_at, gatewayLastMinutes)
	return earlier(minutesAfter(now, gatewayReservationMinutes), last)
}

/** The later of two expiries: a new attempt never shortens a waiting order's. Null means no expiry. */
export function laterEnd(order: ReviewedOrder, next: Date): Date | null {
	if (order.estado === 'fallida') return next
	return order.expires_at === null || order.expires_at > next ? order.expires_at : next
}

/** Days after its placement during which an order can be paid by gateway at its original price. */
export const payableDays = 7

/** Whether a gateway order, waiting or failed, can still be paid at its original price. */
export const isPayableAt = ({ created_at }: { readonly created_at: Date }, now: Date): boolean =>
	daysAfter(created_at, payableDays) > now

/** Until when a failed order can be paid again by gateway; null when it cannot, or no longer. */
export function payableAgainUntil(
	order: { readonly estado: Estado; readonly metodo_pago: MetodoPago; readonly created_at: Date },
	now: Date,
): Date | null {
	const isFailed = order.estado === 'fallida' && isGatewayMethod(order.metodo_pago)
	return isFailed && isPayableAt(order, now) ? daysAfter(order.created_at, payableDays) : null
}

/**
 * Until when an order reserves its units once its proof was refused at `now`: a day, or the first two where those last
 * longer.
 */
export const refusedUntil = ({ created_at }: { readonly created_at: Date }, now: Date): Date =>
	later(minutesAfter(now, refusedProofHours * 60), minutesAfter(created_at, transferReservationHours * 60))

interface ReviewedOrder {
	readonly estado: Estado
	readonly expires_at: Date | null
}

/**
 * Until when an order reserves its units after a proof at `now`. A further proof extends nothing, and one after a refusal
 * at most to the time of a second review: pictures alone reserve no stock for ever. It may be over already.
 */
export function reviewUntil(
	order: ReviewedOrder & { readonly created_at: Date },
	now: Date,
	settings: ReservationSettings,
): Date | null {
	if (order.estado === 'en_revision') return order.expires_at
	const last = daysAfter(minutesAfter(order.created_at, transferReservationHours * 60), 2 * settings.dias_revision)
	return earlier(daysAfter(now, settings.dias_revision), last)
}

/** The reason of an expired order: an unconfirmed proof, or no payment. */
export const expiryReason = ({ estado }: ReviewedOrder): 'revision_vencida' | 'vencida' =>
	estado === 'en_revision' ? 'revision_vencida' : 'vencida'
