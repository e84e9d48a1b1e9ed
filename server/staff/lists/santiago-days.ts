import { type SQL, sql } from 'drizzle-orm'
import { shopZone } from '#domain/shop-zone.ts'

/** When a day begins in Santiago: at the change, on the day that the clocks go forward at midnight. */
export function dayStart(day: string): SQL {
	return sql`((${day}::date)::timestamp at time zone ${sql.raw(`'${shopZone}'`)})`
}

/** The moment at which the day after begins. Days have 23, 24 or 25 hours, so that is counted in days. */
export function dayAfter(day: string): SQL {
	return sql`((${day}::date + 1)::timestamp at time zone ${sql.raw(`'${shopZone}'`)})`
}

export function dateOf(moment: SQL): SQL {
	return sql`(${moment} at time zone ${sql.raw(`'${shopZone}'`)})::date`
}
