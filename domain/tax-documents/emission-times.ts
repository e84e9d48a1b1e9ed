/** A document that could not be made is tried again after a time between these, so that it is tried every two minutes or sooner. */
const retrySeconds = { from: 60, to: 100 } as const

/** Whoever sends a document has it for so long; after that another may send it again, under the same key. */
export const holdSeconds = 100

/** How soon a document is asked about again whose state is not final. */
export const statusSeconds = 60

/** For so long a key stands for one document at the provider. It ends a little sooner here, as clocks differ. */
const keyMinutes = 24 * 60 - 10

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** When a document is tried again; `random` is between 0 and 1, `atLeast` the seconds that the provider asked for. */
export function retryAt(now: Date, random: number, atLeast = 0): Date {
	return after(now, Math.max(atLeast, retrySeconds.from + random * (retrySeconds.to - retrySeconds.from)))
}

export const heldUntil = (now: Date): Date => after(now, holdSeconds)

export const nextStatusAt = (now: Date): Date => after(now, statusSeconds)

/** Whether something has been unknown for so long that only a person can find out. */
export const isUnknownForGood = (since: Date, now: Date): boolean =>
	now.getTime() - since.getTime() >= keyMinutes * 60_000
