/**
 * Returns whether an answer settles an idempotent action and its earlier attempts. Otherwise the next attempt must reuse the
 * key.
 */
export function hasKnownOutcome(status: number): boolean {
	// A request rejected before its handler says nothing about earlier attempts.
	const isAtTheDoor = status === 401 || status === 403 || status === 429
	return status >= 200 && status < 500 && !isAtTheDoor
}
