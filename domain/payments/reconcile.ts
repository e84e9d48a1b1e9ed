const minute = 60_000
const hour = 60 * minute

/** Attempts older than this are no longer asked about; what arrives still later arrives as a notification. */
export const reconcileAgeLimitHours = 7 * 24

/** A page that was paid may be paid once more, and the notification of that be lost: so long it is asked about, each hour. */
const secondPaymentHours = 24

/** When to ask again about an attempt that is paid, for a second payment that has to go back; null once that is unlikely. */
export function nextQuestionOfPaidAt(attempt: { created_at: Date }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	return age > secondPaymentHours * hour ? null : new Date(now.getTime() + hour)
}

/**
 * When to ask a gateway again about an attempt: each minute while the customer may be paying, then ever more seldom, and
 * never after a week. Late payments happen long after the order has given its bottles back.
 */
export function nextQuestionAt(attempt: { created_at: Date; expires_at: Date }, now: Date): Date | null {
	const age = now.getTime() - attempt.created_at.getTime()
	if (age > reconcileAgeLimitHours * hour) return null
	if (now.getTime() < attempt.expires_at.getTime() + 5 * minute) return new Date(now.getTime() + minute)
	return new Date(now.getTime() + (age < 6 * hour ? 15 * minute : 3 * hour))
}
