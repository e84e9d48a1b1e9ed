const minute = 60_000
const hour = 60 * minute

/** Attempts older than this are no longer asked about; what arrives still later arrives as a notification. */
export const reconcileAgeLimitHours = 7 * 24

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
