import { dayIn } from '#core/rules/times.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'

export interface DayCounter<What> {
	/** Counts one of today. Never throws or waits: it is written later. */
	count(what: What): void
	/** Writes the counts. Never throws: failed writes are retried at the next time. */
	flush(): Promise<void>
	/** Writes the rest and stops. */
	close(): Promise<void>
}

/** Home may have thousands of views a second: they are written in one statement. */
const writeDelayMs = 10_000

/**
 * Counts per day in Santiago what browsers report: no visit, person or time is stored. `write` adds the rows to the
 * counts of their days, in the given order, so that two processes cannot deadlock.
 */
export function createDayCounter<What extends object>(
	{ clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
	write: (rows: (What & { readonly dia: string; readonly cantidad: number })[]) => Promise<unknown>,
): DayCounter<What> {
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

	async function writeBatch(): Promise<void> {
		if (counts.size === 0) return
		const batch = counts
		counts = new Map()
		try {
			await write([...batch].sort().map(([key, cantidad]) => ({ ...JSON.parse(key), cantidad })))
		} catch (err) {
			log.warn({ err }, 'counts of a day could not be written yet')
			for (const [key, times] of batch) add(key, times)
			schedule()
		}
	}

	function flush(): Promise<void> {
		writing = writing.then(writeBatch)
		return writing
	}

	return {
		count(what) {
			add(JSON.stringify({ dia: dayIn(clock.now()), ...what }), 1)
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
