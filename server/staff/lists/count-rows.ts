import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'

/** Counts the rows that a condition chooses; undefined: all of them. */
export async function countRows(db: Queryable, table: PgTable, where: SQL | undefined): Promise<number> {
	const { rows } = await db.execute<{ n: number }>(
		sql`select count(*)::int as n from ${table} where ${where ?? sql`true`}`,
	)
	return rows[0]?.n ?? 0
}

/** Counts them up to `most`, and no further: counting very many takes its time. */
export async function countUpTo(db: Queryable, table: PgTable, where: SQL | undefined, most: number): Promise<number> {
	const chosen = sql`select 1 from ${table} where ${where ?? sql`true`} limit ${most}`
	const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${chosen}) as chosen`)
	return rows[0]?.n ?? 0
}

export type CountAll = () => Promise<number>

/**
 * Counts a table whose rows are never deleted: remembers the count up to a number an hour old, below which nothing can be
 * uncommitted, and counts the newer rows. `kind`: only of a kind that no row leaves or joins.
 */
export function createRowCount(
	db: Queryable,
	of: { table: PgTable; number: PgColumn; created_at: PgColumn; kind?: SQL },
): CountAll {
	const { table, number, created_at, kind = sql`true` } = of
	let known = { upTo: 0, count: 0 }

	return async () => {
		const { upTo, count: before } = known
		const { rows } = await db.execute<{ newer: number; settled: number; up_to: number }>(sql`
			with newer as (
				select ${number} as number, ${created_at} as created_at from ${table} where ${number} > ${upTo} and ${kind}
			),
			edge as (
				select coalesce(
					(select min(number) - 1 from newer where created_at > now() - interval '1 hour'),
					(select max(number) from newer), ${upTo}::int) as up_to
			)
			select up_to, (select count(*)::int from newer) as newer,
				(select count(*)::int from newer where number <= up_to) as settled
			from edge`)
		const [row] = rows
		if (!row) throw new Error('rows were not counted')
		// Another count may have gone further meanwhile.
		if (row.up_to > known.upTo) known = { upTo: row.up_to, count: before + row.settled }
		return before + row.newer
	}
}
