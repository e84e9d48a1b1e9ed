import { sql } from 'drizzle-orm'
import { dayIn } from '#core/rules/calendar-days.ts'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { type CountedStep, countedSteps } from '#modules/numbers/funnel.ts'
import { pasosPorDia } from '#modules/numbers/tables.ts'

export interface StepCounter {
	/** Counts a step of today. Never throws or waits: it is written later. */
	count(paso: CountedStep): void
	/** Writes the counts. Never throws: failed writes are retried at the next time. */
	flush(): Promise<void>
	/** Writes the rest and stops. */
	close(): Promise<void>
}

/** Home may have thousands of views a second: they are written in one statement. */
const writeDelayMs = 10_000

/** Counts steps per day: one row each; no visit, person or time is stored. */
export function createStepCounter(deps: { db: Database; clock: Clock; log: Pick<Log, 'warn'> }): StepCounter {
	const { db, clock, log } = deps
	let counts = new Map<string, number>()
	let timer: NodeJS.Timeout | undefined
	let writing = Promise.resolve()
	let isClosed = false

	const add = (key: string, times: number) => counts.set(key, (counts.get(key) ?? 0) + times)

	function schedule(): void {
		if (timer || isClosed) return
		timer = setTimeout(() => {
			timer = undefined
			void flush()
		}, writeDelayMs)
		timer.unref()
	}

	async function write(): Promise<void> {
		if (counts.size === 0) return
		const batch = counts
		counts = new Map()
		try {
			await addToDays(db, batch)
		} catch (err) {
			log.warn({ err }, 'steps of visitors could not be written yet')
			for (const [key, times] of batch) add(key, times)
			schedule()
		}
	}

	function flush(): Promise<void> {
		writing = writing.then(write)
		return writing
	}

	return {
		count(paso) {
			add(`${dayIn(clock.now())} ${paso}`, 1)
			schedule()
		},
		flush,
		async close() {
			isClosed = true
			clearTimeout(timer)
			await flush()
		},
	}
}

async function addToDays(db: Database, counts: ReadonlyMap<string, number>): Promise<void> {
	// In a fixed order, so that two processes cannot deadlock.
	const rows = [...counts].sort().map(([key, cantidad]) => {
		const [dia = '', name] = key.split(' ')
		const paso = countedSteps.find((step) => step === name)
		if (!paso) throw new Error(`no step ${key}`)
		return { dia, paso, cantidad }
	})
	await db
		.insert(pasosPorDia)
		.values(rows)
		.onConflictDoUpdate({
			target: [pasosPorDia.dia, pasosPorDia.paso],
			set: { cantidad: sql`${pasosPorDia.cantidad} + excluded.cantidad` },
		})
}
