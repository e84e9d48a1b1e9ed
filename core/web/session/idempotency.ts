/** A decision of staff: its address and body identify it. */
interface PendingRequest {
	readonly address: string
	readonly body?: unknown
}

interface SentRequest {
	readonly key: string
	/** Time of the last try, in milliseconds since 1970. */
	readonly at: number
}

/** Age after which an equal request counts as a new decision. */
const maxAgeMs = 60 * 60_000

// Module state: closing and reopening a dialog must not lose an unconfirmed request.
const pendingKeys = new Map<string, SentRequest>()

/** Fields that only explain a decision, so rewording them does not make a new one. */
const reasons: readonly string[] = ['motivo', 'nota']

function nameOf({ address, body }: PendingRequest): string {
	const decided = Object.entries(body ?? {}).filter(([name]) => !reasons.includes(name))
	return `${address} ${JSON.stringify(decided)}`
}

/** Returns the idempotency key of the unconfirmed request, or a new key. */
export function keyFor(request: PendingRequest, now: number): string {
	const key = pendingKeys.get(nameOf(request))?.key ?? randomKey()
	pendingKeys.set(nameOf(request), { key, at: now })
	return key
}

/** Releases the key: an equal request is a new decision from now on. */
export function settle(request: PendingRequest): void {
	pendingKeys.delete(nameOf(request))
}

/** Removes keys older than an hour. Only called when a dialog opens, because a dialog that stays open is one decision. */
export function purgeOldRequests(now: number): void {
	for (const [name, { at }] of pendingKeys) {
		if (now - at > maxAgeMs) pendingKeys.delete(name)
	}
}

/**
 * Returns whether an answer settles an idempotent action and its earlier attempts. Otherwise the next attempt must reuse the
 * key.
 */
export function hasKnownOutcome(status: number): boolean {
	// A request rejected before its handler says nothing about earlier attempts.
	const isAtTheDoor = status === 401 || status === 403 || status === 429
	return status >= 200 && status < 500 && !isAtTheDoor
}

/** Returns a random UUID (version 4). `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16))
	const hex = [...bytes].map((byte, place) => {
		const value = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte
		return value.toString(16).padStart(2, '0')
	})
	return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
		.map((part) => part.join(''))
		.join('-')
}
