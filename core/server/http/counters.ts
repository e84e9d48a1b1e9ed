import { inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'

/** Counts calls in windows that start at the first call. */
export interface Counters {
	/** Adds `by`, one by default, to each key. Returns each count and the end of its window. */
	take(
		keys: readonly string[],
		windowSeconds: number,
		now: Date,
		by?: number,
	): Promise<Map<string, { count: number; until: Date }>>
}

export interface SharedCounters extends Counters {
	/** Deletes the counts of the keys. */
	clear(keys: string[]): Promise<void>
}

const sweepSeconds = 600

/** Counters in the database, one statement per call, exact for any number of processes. */
export function createSharedCounters(db: Database): SharedCounters {
	let sweptAt = 0

	async function sweep(now: Date): Promise<void> {
		if (now.getTime() - sweptAt < sweepSeconds * 1000) return
		sweptAt = now.getTime()
		await db.delete(limites).where(lt(limites.hasta, now))
	}

	return {
		async take(keys, windowSeconds, now, by = 1) {
			if (keys.length === 0) return new Map()
			await sweep(now)
			const hasta = new Date(now.getTime() + windowSeconds * 1000)
			const isOver = sql`${limites.hasta} <= ${now.toISOString()}::timestamptz`
			// Sorted, so that two calls cannot deadlock on each other's rows.
			const rows = await db
				.insert(limites)
				.values([...keys].sort().map((clave) => ({ clave, cuenta: by, hasta })))
				.onConflictDoUpdate({
					target: limites.clave,
					set: {
						cuenta: sql`case when ${isOver} then excluded.cuenta else ${limites.cuenta} + excluded.cuenta end`,
						hasta: sql`case when ${isOver} then excluded.hasta else ${limites.hasta} end`,
					},
				})
				.returning()
			return new Map(rows.map((row) => [row.clave, { count: row.cuenta, until: row.hasta }]))
		},
		async clear(keys) {
			await db.delete(limites).where(inArray(limites.clave, keys))
		},
	}
}

const maxCounters = 50_000

/** Counters in this process's memory. The oldest are evicted at the limit: an attack must not fill the memory. */
export function createMemoryCounters(): Counters {
	const counters = new Map<string, { count: number; until: Date }>()
	return {
		async take(keys, windowSeconds, now, by = 1) {
			const taken = new Map<string, { count: number; until: Date }>()
			for (const key of keys) {
				const known = counters.get(key)
				const isLiving = known !== undefined && known.until > now
				const until = isLiving ? known.until : new Date(now.getTime() + windowSeconds * 1000)
				const counter = { count: isLiving ? known.count + by : by, until }
				// A restarted counter moves to the end, so that the first ones are the oldest.
				if (!isLiving) counters.delete(key)
				counters.set(key, counter)
				taken.set(key, counter)
			}
			for (const key of counters.keys()) {
				if (counters.size <= maxCounters) break
				counters.delete(key)
			}
			return taken
		},
	}
}
