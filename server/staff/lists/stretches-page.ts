import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { type FoundPage, maxGathered, type PageRequest } from '#server/staff/lists/page-of-rows.ts'

/** A page of the rows whose keys lie in one of several stretches, the lowest first, sorted by the key alone, rising. */
export async function stretchesPage(
	db: Queryable,
	{ table, columns: [key] }: { readonly table: PgTable; readonly columns: readonly [PgColumn] },
	{ stretches, others }: { readonly stretches: readonly SQL[]; readonly others: SQL | undefined },
	{ page, page_size, cursor }: PageRequest,
): Promise<FoundPage> {
	if (stretches.length === 0) return { keys: [], count: 0, hay_mas: false }
	const first = (most: number, after: SQL = sql`true`) => {
		// Each stretch by itself, as a plan for all of them would read the whole index for those at its end.
		const each = stretches.map(
			(stretch) =>
				sql`(select ${key} as key from ${table} where ${and(stretch, others, after)} order by 1 limit ${most}::int)`,
		)
		return sql`select key from (${sql.join(each, sql` union all `)}) stretches order by key limit ${most}::int`
	}
	const offset = (page - 1) * page_size
	const keys =
		cursor === undefined
			? sql`select key from (${first(offset + page_size)}) lowest order by key offset ${offset}::int`
			: first(page_size, sql`${key} > ${cursor}::int`)
	const { rows } = await db.execute<{ found: number; keys: number[] }>(sql`
		select (select count(*)::int from (${first(maxGathered + 1)}) counted) as found, array(${keys}) as keys`)
	const { found = 0, keys: read = [] } = rows[0] ?? {}
	return { keys: read, count: Math.min(found, maxGathered), hay_mas: found > maxGathered }
}
