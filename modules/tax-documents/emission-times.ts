/** The range of the retry delay, so that a document is retried within two minutes. */
const retrySeconds = { from: 60, to: 100 } as const

/** The claim of a sender; afterwards another process may send it again, with the same key. */
export const claimSeconds = 100

/** Seconds until a document without a final state is polled again. */
export const statusSeconds = 60

/** The provider's lifetime of a key, a little shorter here, as clocks differ. */
const keyMinutes = 24 * 60 - 10

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** The time of the next retry; `random` is between 0 and 1, `atLeast` the provider's seconds. */
export function retryAt(now: Date, random: number, atLeast = 0): Date {
	return after(now, Math.max(atLeast, retrySeconds.from + random * (retrySeconds.to - retrySeconds.from)))
}

export const heldUntil = (now: Date): Date => after(now, claimSeconds)

export const nextStatusAt = (now: Date): Date => after(now, statusSeconds)

/** Whether a result has been unknown for so long that only a person can determine it. */
export const isUnknownForGood = (since: Date, now: Date): boolean =>
	now.getTime() - since.getTime() >= keyMinutes * 60_000
