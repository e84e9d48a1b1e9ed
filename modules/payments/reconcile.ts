import type { GatewayMethod } from '#core/rules/payment-methods.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Attempts older than this are no longer polled; later payments arrive as notifications. */
export const reconcileAgeLimitHours = 7 * 24

/** Days during which a paid attempt is polled, by gateway. Webpay reports none that is older. */
const paidWatchDays: Readonly<Record<GatewayMethod, number>> = { mercadopago: 180, flow: 180, webpay: 7 }

/**
 * The next poll of a paid attempt; null after the last. Hourly for a day, as its page may be paid twice; then daily for
 * a month and weekly to day 180, as a chargeback's notification may be lost.
 */
export function nextPollOfPaidAt(attempt: { created_at: Date; gateway: GatewayMethod }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	if (age > paidWatchDays[attempt.gateway] * day) return null
	const pause = age <= day ? hour : age <= 30 * day ? day : 7 * day
	return new Date(now.getTime() + pause)
}

/** The next poll of an attempt: each minute while the customer may be paying, then at growing intervals, for a week. */
export function nextPollAt(attempt: { created_at: Date; expires_at: Date }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	if (age > reconcileAgeLimitHours * hour) return null
	if (now.getTime() < attempt.expires_at.getTime() + 5 * minute) return new Date(now.getTime() + minute)
	return new Date(now.getTime() + (age < 6 * hour ? 15 * minute : 3 * hour))
}
