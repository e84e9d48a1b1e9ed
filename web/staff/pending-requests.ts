import { randomKey } from '#web/ui/random-key.ts'

/** What is asked of the server: one decision, whatever words explain it. */
interface PendingRequest {
	readonly address: string
	readonly body?: unknown
}

interface SentRequest {
	readonly key: string
	/** When it was last sent, in milliseconds since 1970. */
	readonly at: number
}

/** After this the panel has been read again: whoever asks for the same then means a new one. */
const openMs = 60 * 60_000

// Outside of the questions that ask for them: one that is closed and opened again must not lose what is not known yet.
const tries = new Map<string, SentRequest>()

/** What only says why: the same decision worded otherwise, after a lost answer, is no second one. */
const reasons: readonly string[] = ['motivo', 'nota']

function nameOf({ address, body }: PendingRequest): string {
	const decided = Object.entries(body ?? {}).filter(([name]) => !reasons.includes(name))
	return `${address} ${JSON.stringify(decided)}`
}

/** The key to send with: that of the try whose end is not known, so that the server does it once, else a new one. */
export function keyFor(request: PendingRequest, now: number): string {
	const key = tries.get(nameOf(request))?.key ?? randomKey()
	tries.set(nameOf(request), { key, at: now })
	return key
}

/** Its end is known: the same, asked for again, is a new decision. */
export function settle(request: PendingRequest): void {
	tries.delete(nameOf(request))
}

/** Forgets the tries of long ago. Only for a question that is opened anew: while one stays open, it is the same decision. */
export function purgeOldRequests(now: number): void {
	for (const [name, { at }] of tries) {
		if (now - at > openMs) tries.delete(name)
	}
}
