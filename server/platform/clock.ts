/** Where the server takes the time from; tests hand in one that they move by hand. */
export interface Clock {
	now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
