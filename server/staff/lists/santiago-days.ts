import { type SQL, sql } from 'drizzle-orm'
import { shopZone } from '#domain/shop-zone.ts'

/** The start of a date in Santiago: the clock change, on the day that skips midnight. */
export function startOf(date: SQL): SQL {
	return sql`((${date})::timestamp at time zone ${sql.raw(`'${shopZone}'`)})`
}

export const dayStart = (day: string): SQL => startOf(sql`${day}::date`)

/** The start of the next day. Days have 23, 24 or 25 hours, so days are added, not hours. */
export const dayAfter = (day: string): SQL => startOf(sql`${day}::date + 1`)

export function dateOf(moment: SQL): SQL {
	return sql`(${moment} at time zone ${sql.raw(`'${shopZone}'`)})::date`
}
