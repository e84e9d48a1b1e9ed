import { count, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { ordenes } from '#server/db/schema.ts'

/** Counts the orders that a condition chooses; undefined: all of them. */
export type CountOrders = (where: SQL | undefined) => Promise<number>

/**
 * Counting is what grows with the shop, so the count of all orders is remembered up to a number and only the newer ones are
 * counted. That holds because orders are never deleted, and because the remembered ones are an hour old: whatever has a lower
 * number and was not committed then never will be.
 */
export function createOrderCount(db: Database): CountOrders {
	let known = { upTo: 0, count: 0 }

	async function countAll(): Promise<number> {
		const { upTo, count: before } = known
		const { rows } = await db.execute<{ newer: number; settled: number; up_to: number }>(sql`
			with newer as (select nro_orden, created_at from ${ordenes} where nro_orden > ${upTo}),
			edge as (
				select coalesce(
					(select min(nro_orden) - 1 from newer where created_at > now() - interval '1 hour'),
					(select max(nro_orden) from newer), ${upTo}::int) as up_to
			)
			select up_to, (select count(*)::int from newer) as newer,
				(select count(*)::int from newer where nro_orden <= up_to) as settled
			from edge`)
		const [row] = rows
		if (!row) throw new Error('orders were not counted')
		if (row.up_to > known.upTo) known = { upTo: row.up_to, count: before + row.settled }
		return before + row.newer
	}

	return async (where) => {
		if (where === undefined) return await countAll()
		const [row] = await db.select({ n: count() }).from(ordenes).where(where)
		return row?.n ?? 0
	}
}
