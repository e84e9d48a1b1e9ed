import type { Clock } from '#server/platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
	advanceMinutes(minutes: number): void
}

/** Starts at `start`, by default now: the simulators and the database keep the real time. */
export function createTestClock(start = new Date()): TestClock {
	let offsetMs = 0
	return {
		now: () => new Date(Math.max(start.getTime(), Date.now()) + offsetMs),
		advanceMinutes(minutes) {
			offsetMs += minutes * 60_000
		},
	}
}
