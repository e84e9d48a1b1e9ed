/** The server's source of time; tests use one that they advance. */
export interface Clock {
	now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
