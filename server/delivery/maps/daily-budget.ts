import type { Database } from '#server/db/database.ts'
import { createSharedCounters } from '#server/http/shared-counters.ts'
import type { Clock } from '#server/platform/clock.ts'
import { santiagoDay } from '#server/platform/santiago-day.ts'
import { MapsUnavailable } from './maps.ts'

const daySeconds = 24 * 3600

/** How many calls to a paid map service a day may have (in Santiago's days), counted for all processes together. */
export interface DailyBudget {
	/** Counts one call. Throws MapsUnavailable once the day's calls are used up: the provider is then as one that fails. */
	spend(): Promise<void>
	/** Counts several at once, or none of them, and throws MapsUnavailable, where the day has not so many left. */
	spendAll(calls: number): Promise<void>
}

/** `onUsedUp` is called once a day, by the call that finds nothing left; `day` is YYYY-MM-DD. */
export function createDailyBudget(options: {
	readonly db: Database
	readonly clock: Clock
	readonly calls: number
	readonly onUsedUp: (day: string) => Promise<void>
}): DailyBudget {
	const { db, clock, calls, onUsedUp } = options
	const counters = createSharedCounters(db)
	let usedUpOn = ''
	const keyOf = (day: string) => `mapas:${day}`
	// Longer than a day lasts where the clocks go back; the day itself is in the key.
	const take = async (now: Date, by: number) => {
		const key = keyOf(santiagoDay(now))
		return (await counters.take([key], 2 * daySeconds, now, by)).get(key)?.count ?? 0
	}
	return {
		async spend() {
			const now = clock.now()
			const day = santiagoDay(now)
			if (usedUpOn !== day) {
				const count = await take(now, 1)
				if (count <= calls) return
				usedUpOn = day
				if (count === calls + 1) await onUsedUp(day)
			}
			throw new MapsUnavailable(`the ${calls} calls of ${day} are used up`)
		},
		async spendAll(wanted) {
			const now = clock.now()
			if ((await take(now, wanted)) <= calls) return
			// What is left is for customers, one call at a time.
			await counters.giveBack([keyOf(santiagoDay(now))], wanted)
			throw new MapsUnavailable(`of the ${calls} calls of the day fewer than ${wanted} are left`)
		},
	}
}
