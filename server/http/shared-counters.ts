import { inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { limites } from '#server/db/tables/records.ts'

/** Counts calls in windows that start at the first call. */
export interface Counters {
	/** Adds `by`, one unless told, to each key and tells how far each is, and when it starts again. */
	take(
		keys: readonly string[],
		windowSeconds: number,
		now: Date,
		by?: number,
	): Promise<Map<string, { count: number; until: Date }>>
}

export interface SharedCounters extends Counters {
	/** Takes `by` from each key, never below 0. */
	giveBack(keys: readonly string[], by: number): Promise<void>
	/** Deletes the counts of the keys. */
	clear(keys: string[]): Promise<void>
}

const sweepSeconds = 600

/** Counters in the database, one statement a call, right for any number of processes. */
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
			// Sorted, so that two calls never wait for each other's rows.
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
		async giveBack(keys, by) {
			if (keys.length === 0) return
			// Written as they are taken, in the same order: an update takes its rows in whichever order they lie, and two calls of one
			// account would wait for each other. A counter that was swept meanwhile comes back as one that is over.
			await db
				.insert(limites)
				.values([...keys].sort().map((clave) => ({ clave, cuenta: 0, hasta: new Date(0) })))
				.onConflictDoUpdate({
					target: limites.clave,
					set: { cuenta: sql`greatest(${limites.cuenta} - ${by}::int, 0)` },
				})
		},
		async clear(keys) {
			await db.delete(limites).where(inArray(limites.clave, keys))
		},
	}
}
