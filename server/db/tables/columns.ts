import { sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core'

export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** That a column holds one of a closed list, as a condition for the database to check. */
export const isOneOf = (column: AnyPgColumn, list: readonly string[]) =>
	sql`${column} in (${sql.raw(list.map((value) => `'${value}'`).join(', '))})`

/**
 * The words of text columns, lower case and without accents, for prefix search by GIN. No extension, which not every
 * PostgreSQL has, and no parser, which reads parts of e-mail addresses as numbers.
 */
export const wordsOf = (...columns: AnyPgColumn[]) => {
	const joined = sql.join(columns, sql` || ' ' || `)
	return sql`array_to_tsvector(array_remove(regexp_split_to_array(translate(lower(${joined}), 'ÁÉÍÓÚÜÑáéíóúüñ', 'aeiouunaeiouun'), '[^a-z0-9]+'), ''))`
}
