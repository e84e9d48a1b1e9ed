import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'

/** How a list is sorted: by the columns of an index, all in one direction. The last one, its key, is different in every row. */
export interface Sorting {
	readonly table: PgTable
	readonly columns: readonly [...PgColumn[], PgColumn]
	readonly isDescending: boolean
}

/** Which rows of a list: the page so many, or those after the row with the key `cursor`. */
export interface PageRequest {
	readonly page: number
	readonly page_size: number
	readonly cursor?: number | undefined
}

/** The keys of a page's rows in their order. `hay_mas`: more rows match than the `count` of them that were looked at. */
export interface FoundPage {
	readonly keys: number[]
	readonly count: number
	readonly hay_mas: boolean
}

/** So many matches are gathered and counted. Words that more rows have are no search any more; their count is 'more than'. */
export const maxGathered = 10_000

const keyOf = ({ columns }: Sorting): PgColumn => {
	const key = columns.at(-1)
	if (!key) throw new Error('a list is sorted by nothing')
	return key
}

const orderOf = ({ columns, isDescending }: Sorting) =>
	columns.map((column) => (isDescending ? desc(column) : asc(column)))

const nameOf = (column: PgColumn) => sql.identifier(column.name)
const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

/** The rows behind the cursor's, compared column by column so that the index is used, its place read by the database itself. */
function behind(sorting: Sorting, cursor: number, columns: readonly SQL[]): SQL {
	const places = sorting.columns.map(
		(column) => sql`(select ${column} from ${sorting.table} where ${keyOf(sorting)} = ${cursor})`,
	)
	return sql`(${listed(columns)}) ${sorting.isDescending ? sql`<` : sql`>`} (${listed(places)})`
}

/** A page by walking the sorting index, for conditions that many rows meet. A page in the far half is read from the end. */
export async function indexScanPage(
	db: Queryable,
	sorting: Sorting,
	where: SQL | undefined,
	{ page, page_size, cursor, count }: PageRequest & { count: number },
): Promise<number[]> {
	const key = keyOf(sorting)
	const select = () => db.select({ key: sql<number>`${key}` }).from(sorting.table)
	if (cursor !== undefined) {
		const after = behind(
			sorting,
			cursor,
			sorting.columns.map((column) => sql`${column}`),
		)
		const rows = await select()
			.where(and(where, after))
			.orderBy(...orderOf(sorting))
			.limit(page_size)
		return rows.map((row) => row.key)
	}
	const offset = (page - 1) * page_size
	const size = Math.min(page_size, count - offset)
	if (size <= 0) return []
	const isNearEnd = offset > count / 2
	const rows = await select()
		.where(where)
		.orderBy(...orderOf({ ...sorting, isDescending: sorting.isDescending !== isNearEnd }))
		.limit(size)
		.offset(isNearEnd ? count - offset - size : offset)
	const keys = rows.map((row) => row.key)
	return isNearEnd ? keys.reverse() : keys
}

/**
 * A page of the rows that have some words: all of them by the word index, then sorted, as walking the sorted list would read
 * all of it for a rare word. Beyond `maxGathered` rows it walks.
 */
export async function searchThenSort(
	db: Queryable,
	sorting: Sorting,
	where: SQL | undefined,
	wanted: PageRequest,
): Promise<FoundPage> {
	const { page, page_size, cursor } = wanted
	const named = sorting.columns.map((column) => sql`${nameOf(column)}`)
	const direction = sorting.isDescending ? sql`desc` : sql`asc`
	const order = listed(named.map((name) => sql`${name} ${direction}`))
	const after = cursor === undefined ? sql`true` : behind(sorting, cursor, named)
	const offset = cursor === undefined ? (page - 1) * page_size : 0
	const { rows } = await db.execute<{ found: number; keys: number[] }>(sql`
		with found as materialized (
			select ${listed(sorting.columns.map((column) => sql`${column}`))} from ${sorting.table} where ${where}
			limit ${maxGathered + 1}
		)
		select (select count(*)::int from found) as found,
			array(select ${nameOf(keyOf(sorting))} from found where ${after} order by ${order}
				limit ${page_size} offset ${offset}) as keys`)
	const { found = 0, keys = [] } = rows[0] ?? {}
	if (found <= maxGathered) return { keys, count: found, hay_mas: false }
	const walked = await indexScanPage(db, sorting, where, { ...wanted, count: Number.POSITIVE_INFINITY })
	return { keys: walked, count: maxGathered, hay_mas: true }
}

export function inOrderOf<Row>(keys: readonly number[], rows: readonly Row[], keyOf: (row: Row) => number): Row[] {
	const byKey = new Map(rows.map((row) => [keyOf(row), row]))
	return keys.flatMap((key) => byKey.get(key) ?? [])
}
