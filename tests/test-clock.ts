import type { Clock } from '#core/server/platform/clock.ts'

/** A manual clock. */
export interface TestClock extends Clock {
	advanceMinutes(minutes: number): void
}

/** Starts at `start`, by default now. Simulators and database use real time. */
export function createTestClock(start = new Date()): TestClock {
	let offsetMs = 0
	return {
		now: () => new Date(Math.max(start.getTime(), Date.now()) + offsetMs),
		advanceMinutes(minutes) {
			offsetMs += minutes * 60_000
		},
	}
}
