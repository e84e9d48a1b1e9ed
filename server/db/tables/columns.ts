import { sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core'

/** When the row was written. */
export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
/** A moment, with its zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The words of some text columns as lexemes: lower case, accents dropped, cut at whatever is neither letter nor digit. Indexed
 * with GIN, it finds the beginnings of words. It needs no extension (pg_trgm is not in every PostgreSQL) and no parser, which
 * would read parts of e-mail addresses as numbers.
 */
export const wordsOf = (...columns: AnyPgColumn[]) => {
	const joined = sql.join(columns, sql` || ' ' || `)
	return sql`array_to_tsvector(array_remove(regexp_split_to_array(translate(lower(${joined}), 'ÁÉÍÓÚÜÑáéíóúüñ', 'aeiouunaeiouun'), '[^a-z0-9]+'), ''))`
}
