import { and, asc, desc, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { borderStep, type RowCount } from '#server/staff/lists/count-rows.ts'

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

/** So many matches are gathered and counted. What more rows meet is no search any more; their count is 'more than'. */
export const maxGathered = 5000

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
 * A page of a list that is sorted by the number alone by which its rows are counted: however far, it is counted off from a
 * border nearby. `where` chooses the kind of rows that `counted` counts.
 */
export async function numberedPage(
	db: Queryable,
	sorting: Sorting & { readonly columns: readonly [PgColumn] },
	where: SQL | undefined,
	{ counted, ...wanted }: PageRequest & { readonly counted: RowCount },
): Promise<{ keys: number[]; count: number }> {
	const { page, page_size, cursor } = wanted
	const count = await counted.count()
	const offset = (page - 1) * page_size
	const size = Math.min(page_size, count - offset)
	const isFar = Math.min(offset, count - offset) > borderStep
	if (cursor !== undefined || !isFar) {
		return { keys: await indexScanPage(db, sorting, where, { ...wanted, count }), count }
	}
	const older = sorting.isDescending ? count - offset - size : offset
	const border = await counted.borderBefore(older)
	const key = keyOf(sorting)
	const rows = await db
		.select({ key: sql<number>`${key}` })
		.from(sorting.table)
		.where(and(where, gt(key, border.number)))
		.orderBy(asc(key))
		.limit(size)
		.offset(older - border.before)
	const keys = rows.map((row) => row.key)
	return { keys: sorting.isDescending ? keys.reverse() : keys, count }
}

/**
 * A page of the rows that a condition chooses, all of them gathered by its own index and then sorted, as walking the sorted list
 * would read all of it for a condition that few rows meet; undefined where more than `maxGathered` meet it.
 */
export async function gatherThenSort(
	db: Queryable,
	sorting: Sorting,
	where: SQL | undefined,
	wanted: PageRequest,
): Promise<FoundPage | undefined> {
	const { page, page_size, cursor } = wanted
	const named = sorting.columns.map((column) => sql`${nameOf(column)}`)
	const direction = sorting.isDescending ? sql`desc` : sql`asc`
	const order = listed(named.map((name) => sql`${name} ${direction}`))
	const after = cursor === undefined ? sql`true` : behind(sorting, cursor, named)
	const offset = cursor === undefined ? (page - 1) * page_size : 0
	const { rows } = await db.execute<{ found: number; keys: number[] }>(sql`
		with found as materialized (
			select ${listed(sorting.columns.map((column) => sql`${column}`))} from ${sorting.table} where ${where ?? sql`true`}
			limit ${maxGathered + 1}
		)
		select (select count(*)::int from found) as found,
			array(select ${nameOf(keyOf(sorting))} from found where ${after} order by ${order}
				limit ${page_size} offset ${offset}) as keys`)
	const { found = 0, keys = [] } = rows[0] ?? {}
	return found <= maxGathered ? { keys, count: found, hay_mas: false } : undefined
}

/** A page of the rows that a condition chooses: few are gathered, of many the sorted list is walked. */
export async function filteredPage(
	db: Queryable,
	sorting: Sorting,
	where: SQL | undefined,
	wanted: PageRequest,
): Promise<FoundPage> {
	const gathered = await gatherThenSort(db, sorting, where, wanted)
	if (gathered) return gathered
	const keys = await indexScanPage(db, sorting, where, { ...wanted, count: Number.POSITIVE_INFINITY })
	return { keys, count: maxGathered, hay_mas: true }
}

/**
 * A page of the rows that a condition chooses, where every row of it is among the first `most` of a sorted list; undefined where
 * it is not. `told` is the part of the condition that no index knows.
 */
export async function pageAmongFirst(
	db: Queryable,
	sorting: Sorting,
	{ where, told, most }: { readonly where: SQL | undefined; readonly told: SQL | undefined; readonly most: number },
	{ page, page_size, cursor }: PageRequest,
): Promise<number[] | undefined> {
	const { table, columns } = sorting
	const after =
		cursor === undefined
			? undefined
			: behind(
					sorting,
					cursor,
					columns.map((column) => sql`${column}`),
				)
	const order = listed(orderOf(sorting))
	const { rows } = await db.execute<{ key: number }>(sql`
		select ${keyOf(sorting)} as key from (
			select * from ${table} where ${and(where, after) ?? sql`true`} order by ${order} limit ${most}::int
		) ${table}
		where ${told ?? sql`true`} order by ${order}
		limit ${page_size}::int offset ${cursor === undefined ? (page - 1) * page_size : 0}::int`)
	return rows.length === page_size ? rows.map(({ key }) => key) : undefined
}

export function inOrderOf<Row>(keys: readonly number[], rows: readonly Row[], keyOf: (row: Row) => number): Row[] {
	const byKey = new Map(rows.map((row) => [keyOf(row), row]))
	return keys.flatMap((key) => byKey.get(key) ?? [])
}
