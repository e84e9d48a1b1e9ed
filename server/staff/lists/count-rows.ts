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

/** So many rows, `before`, have numbers up to this one. */
export interface Border {
	readonly number: number
	readonly before: number
}

/** A table's rows, counted without reading all of them each time. */
export interface RowCount {
	/** How many rows there are. */
	count(): Promise<number>
	/** The last known border with at most `rows` rows before it: from there on to the row in that place it is not far. */
	borderBefore(rows: number): Promise<Border>
}

/** So far are borders from each other: in an index, a millisecond. */
export const borderStep = 10_000

interface Counted {
	readonly table: PgTable
	readonly number: PgColumn
	readonly created_at: PgColumn
	/** Only rows of a kind that no row leaves or joins. */
	readonly kind?: SQL
}

/**
 * Counts a table whose rows are never deleted: remembers the count up to the last number that is an hour old, below which
 * nothing can be uncommitted, and counts the newer rows.
 */
export function createRowCount(db: Queryable, of: Counted): RowCount {
	const { table, number, created_at, kind = sql`true` } = of
	let known: Border = { number: 0, before: 0 }
	let borders: readonly Border[] = [known]

	/** Adds the borders up to what is known to those there are. */
	async function markBorders(): Promise<void> {
		const marked = borders
		const last = marked.at(-1) ?? known
		const { rows } = await db.execute<Border & Record<string, unknown>>(sql`
			select number, before from (
				select ${number} as number, ${last.before}::int + (row_number() over (order by ${number}))::int as before
				from ${table} where ${number} > ${last.number} and ${number} <= ${known.number} and ${kind}
			) numbered where before % ${borderStep}::int = 0 order by before`)
		// Another page may have done the same meanwhile.
		if (borders === marked) borders = [...marked, ...rows]
	}

	return {
		async count() {
			const { number: upTo, before } = known
			const isNewer = sql`${number} > ${upTo}::int and ${kind}`
			const { rows } = await db.execute<{ newer: number; settled: number; up_to: number }>(sql`
				with edge as materialized (
					select coalesce((select max(${number}) from ${table}
						where ${isNewer} and ${created_at} <= now() - interval '1 hour'), ${upTo}::int) as up_to
				)
				select (select up_to from edge) as up_to, count(*)::int as newer,
					(count(*) filter (where ${number} <= (select up_to from edge)))::int as settled
				from ${table} where ${isNewer}`)
			const [row] = rows
			if (!row) throw new Error('rows were not counted')
			// Another count may have gone further meanwhile.
			if (row.up_to > known.number) known = { number: row.up_to, before: before + row.settled }
			return before + row.newer
		},
		async borderBefore(rows) {
			const last = borders.at(-1) ?? known
			if (Math.min(rows, known.before) >= last.before + borderStep) await markBorders()
			return borders.findLast(({ before }) => before <= rows) ?? { number: 0, before: 0 }
		},
	}
}
