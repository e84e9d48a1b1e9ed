import { type SQL, sql } from 'drizzle-orm'
import { shopZone } from '#domain/shop-zone.ts'

/** When a date begins in Santiago: at the change, on the day that the clocks go forward at midnight. */
export function startOf(date: SQL): SQL {
	return sql`((${date})::timestamp at time zone ${sql.raw(`'${shopZone}'`)})`
}

export const dayStart = (day: string): SQL => startOf(sql`${day}::date`)

/** The moment at which the day after begins. Days have 23, 24 or 25 hours, so that is counted in days. */
export const dayAfter = (day: string): SQL => startOf(sql`${day}::date + 1`)

export function dateOf(moment: SQL): SQL {
	return sql`(${moment} at time zone ${sql.raw(`'${shopZone}'`)})::date`
}
