import { and, like, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { PageQuery, PeriodQuery } from '#core/contract/lists.ts'
import { fold } from '#core/rules/text.ts'
import { dayIn, firstOfDays, shopZone } from '#core/rules/times.ts'
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

const maxWords = 8

/** Lower case without accents, as in `searchedText`. Letters and digits only, so no word is a pattern. */
function wordsIn(typed: string): string[] {
	const words = fold(typed)
		.split(/[^a-z0-9]+/)
		.filter((word) => word !== '')
	return [...new Set(words)].slice(0, maxWords)
}

/** SQL condition: `searchedText` has, for each typed word, a word with that prefix; false without a word. */
export function hasWords(text: PgColumn, typed: string): SQL {
	return and(...wordsIn(typed).map((word) => like(text, `% ${word}%`))) ?? sql`false`
}

/** SQL condition: `searchedText` ends with these digits. */
export const endsWith = (text: PgColumn, digits: string): SQL => like(text, `%${digits}`)

const usualDays = 30
/** The longest chart. */
const maxDays = 1100

const dayMs = 86_400_000

/** Days of Santiago (`YYYY-MM-DD`), both included. */
export interface Period {
	readonly desde: string
	readonly hasta: string
}

/** Parses a period in whole calendar days. Fails with `valor_invalido` for an invalid or too long one. */
export function periodOf(query: PeriodQuery, now: Date): Period | Failure {
	const hasta = query.hasta ?? dayIn(now)
	const desde = query.desde ?? firstOfDays(usualDays, hasta)
	const days = daysOf({ desde, hasta }).length
	if (days < 1) return fail('valor_invalido', { text: 'El primer día está después del último.' })
	if (days > maxDays) return fail('valor_invalido', { text: 'Elige un período de tres años como máximo.' })
	return { desde, hasta }
}

export function daysOf({ desde, hasta }: Period): string[] {
	const days = (Date.parse(hasta) - Date.parse(desde)) / dayMs + 1
	return Array.from({ length: days }, (_, at) => new Date(Date.parse(desde) + at * dayMs).toISOString().slice(0, 10))
}

/** The start of a date in Santiago: the clock change, on the day that skips midnight. */
export function startOf(date: SQL): SQL {
	return sql`((${date})::timestamp at time zone ${sql.raw(`'${shopZone}'`)})`
}

export const dayStart = (day: string): SQL => startOf(sql`${day}::date`)

/** The start of the next day. Days have 23, 24 or 25 hours, so days are added, not hours. */
export const dayAfter = (day: string): SQL => startOf(sql`${day}::date + 1`)

/** SQL condition: the moment is in the days from `desde` to `hasta`, both included; undefined: without such a filter. */
export function withinDays(moment: PgColumn | SQL, { desde, hasta }: PeriodQuery): SQL | undefined {
	return and(
		desde === undefined ? undefined : sql`${moment} >= ${dayStart(desde)}`,
		hasta === undefined ? undefined : sql`${moment} < ${dayAfter(hasta)}`,
	)
}

export function dateOf(moment: SQL): SQL {
	return sql`(${moment} at time zone ${sql.raw(`'${shopZone}'`)})::date`
}
