import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { PageQuery } from '#core/contract/lists.ts'
import type { Queryable } from '#core/server/db/database.ts'

/** A list of the panel. */
interface List {
	readonly table: PgTable
	/** Unique per row. */
	readonly key: PgColumn
	/** Undefined: every row. */
	readonly where: SQL | undefined
	/** Ends with the key, so that pages neither miss nor repeat a row. */
	readonly orderBy: readonly SQL[]
}

interface PageOfKeys {
	readonly keys: number[]
	/** The number of all rows of the list. */
	readonly count: number
}

/** Up to this number of rows, reading all and sorting is cheaper than a scan of the sort index. */
const fewRows = 1000

/** Returns one page of a list: the keys of its rows in their order, and the exact number of all rows. */
export async function findPage(db: Queryable, list: List, { page, page_size }: PageQuery): Promise<PageOfKeys> {
	const { table, key, where = sql`true` } = list
	const order = sql.join([...list.orderBy], sql`, `)
	const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${table} where ${where}`)
	const count = counted.rows[0]?.count ?? 0
	const offset = (page - 1) * page_size
	if (offset >= count) return { keys: [], count }
	// `offset 0` prevents the planner from scanning the sort index for rows that it overestimates.
	const rows = count > fewRows ? table : sql`(select * from ${table} where ${where} offset 0) ${table}`
	const found = await db.execute<{ key: number }>(
		sql`select ${key} as key from ${rows} where ${count > fewRows ? where : sql`true`}
			order by ${order} limit ${page_size} offset ${offset}`,
	)
	return { keys: found.rows.map((row) => row.key), count }
}

/** Returns one page of a list; `read` reads the rows of the given keys in the list's order. */
export async function listPage<Row>(
	db: Queryable,
	list: List,
	page: PageQuery,
	read: (keys: number[]) => Promise<Row[]>,
): Promise<{ results: Row[]; count: number }> {
	const { keys, count } = await findPage(db, list, page)
	return { results: keys.length === 0 ? [] : await read(keys), count }
}
