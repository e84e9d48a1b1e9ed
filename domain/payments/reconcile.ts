import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Attempts older than this are no longer asked about; what arrives still later arrives as a notification. */
export const reconcileAgeLimitHours = 7 * 24

/** For how many days after it was made a paid attempt is asked about, by gateway. Webpay tells of none that is older. */
const paidWatchDays: Readonly<Record<GatewayMethod, number>> = { mercadopago: 180, flow: 180, webpay: 7 }

/**
 * When to ask again about a paid attempt; null once nothing can be learnt. Hourly for a day, as its page may be paid twice;
 * then daily for a month and weekly to day 180, as a chargeback's notification may be lost.
 */
export function nextPollOfPaidAt(attempt: { created_at: Date; gateway: GatewayMethod }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	if (age > paidWatchDays[attempt.gateway] * day) return null
	const pause = age <= day ? hour : age <= 30 * day ? day : 7 * day
	return new Date(now.getTime() + pause)
}

/** When to ask again about an attempt: each minute while the customer may be paying, then ever more seldom, for a week. */
export function nextPollAt(attempt: { created_at: Date; expires_at: Date }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	if (age > reconcileAgeLimitHours * hour) return null
	if (now.getTime() < attempt.expires_at.getTime() + 5 * minute) return new Date(now.getTime() + minute)
	return new Date(now.getTime() + (age < 6 * hour ? 15 * minute : 3 * hour))
}
