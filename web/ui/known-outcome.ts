/**
 * Whether an answer tells what became of something that is done once, and of the tries before it with the same key. Until one
 * does, the next try has to carry that key again.
 */
export function hasKnownOutcome(status: number): boolean {
	// Turned away at the door, nobody looked whether an earlier try was done.
	const isAtTheDoor = status === 401 || status === 403 || status === 429
	return status >= 200 && status < 500 && !isAtTheDoor
}
