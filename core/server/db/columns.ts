import { sql } from 'drizzle-orm'
import { type AnyPgColumn, text, timestamp } from 'drizzle-orm/pg-core'

export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** CHECK condition: the column has a value of a closed list. */
export const isOneOf = (column: AnyPgColumn, list: readonly string[]) =>
	sql`${column} in (${sql.raw(list.map((value) => `'${value}'`).join(', '))})`

/**
 * The text columns joined for `hasWords`: lower case, without accents, one space before each word. The names are those
 * of the table's own columns.
 */
export const searchedText = (...columns: readonly string[]) => {
	const joined = columns.map((column) => `' ' || "${column}"`).join(' || ')
	const plain = `regexp_replace(lower(normalize(${joined}, NFD)), '[\\u0300-\\u036f]+', '', 'g')`
	return text()
		.notNull()
		.generatedAlwaysAs(sql.raw(`regexp_replace(${plain}, '[^a-z0-9]+', ' ', 'g')`))
}
