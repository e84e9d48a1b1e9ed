import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Attempts older than this are no longer asked about; what arrives still later arrives as a notification. */
export const reconcileAgeLimitHours = 7 * 24

/** For how many days after it was made a paid attempt is asked about, by gateway. Webpay tells of none that is older. */
const paidWatchDays: Readonly<Record<GatewayMethod, number>> = { mercadopago: 180, flow: 180, webpay: 7 }

/**
 * When to ask again about an attempt that is paid; null once nothing can be learnt. Each hour of its first day: its page may be
 * paid once more, and that has to go back. Then each day of a month, and each week until 180 days: a bank, or somebody in the
 * gateway's panel, may take the money back, and the notification of that be lost.
 */
export function nextPollOfPaidAt(attempt: { created_at: Date; gateway: GatewayMethod }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	if (age > paidWatchDays[attempt.gateway] * day) return null
	const pause = age <= day ? hour : age <= 30 * day ? day : 7 * day
	return new Date(now.getTime() + pause)
}

/**
 * When to ask a gateway again about an attempt: each minute while the customer may be paying, then ever more seldom, and
 * never after a week. Late payments happen long after the order has given its units back.
 */
export function nextPollAt(attempt: { created_at: Date; expires_at: Date }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	if (age > reconcileAgeLimitHours * hour) return null
	if (now.getTime() < attempt.expires_at.getTime() + 5 * minute) return new Date(now.getTime() + minute)
	return new Date(now.getTime() + (age < 6 * hour ? 15 * minute : 3 * hour))
}
