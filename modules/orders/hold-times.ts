import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'

/** How long an unpaid order reserves its units, by payment method, and when a transfer without a proof is reminded. */
export const gatewayReservationMinutes = 30
export const transferReservationHours = 48
export const transferReminderHours = 24

/** The minimum wait for another proof after a rejection, and the time of the reminder before its expiry. */
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

/** The later of two expiries: a new attempt never shortens a waiting order's. Null means no expiry. */
export function laterEnd(order: ReviewedOrder, next: Date): Date | null {
	if (order.estado === 'fallida') return next
	return order.expires_at === null || order.expires_at > next ? order.expires_at : next
}

/** Days after its placement during which a failed order can be paid at its original price. */
export const failedPayableDays = 7

/** Until when a failed order can be paid again by gateway; null when it cannot, or no longer. */
export function payableAgainUntil(
	order: { readonly estado: Estado; readonly metodo_pago: MetodoPago; readonly created_at: Date },
	now: Date,
): Date | null {
	if (order.estado !== 'fallida' || !isGatewayMethod(order.metodo_pago)) return null
	const until = daysAfter(order.created_at, failedPayableDays)
	return until > now ? until : null
}

interface ReviewedOrder {
	readonly estado: Estado
	readonly expires_at: Date | null
}

/**
 * Until when an order reserves its units after a proof at `now`. A further proof extends nothing: pictures alone
 * reserve no stock for ever.
 */
export function reviewUntil(order: ReviewedOrder, now: Date, settings: ReservationSettings): Date | null {
	return order.estado === 'en_revision' ? order.expires_at : daysAfter(now, settings.dias_revision)
}

/** The reason of an expired order: an unconfirmed proof, or no payment. */
export const expiryReason = ({ estado }: ReviewedOrder): 'revision_vencida' | 'vencida' =>
	estado === 'en_revision' ? 'revision_vencida' : 'vencida'
