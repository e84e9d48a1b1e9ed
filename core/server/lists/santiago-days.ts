import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { shopZone } from '#core/rules/shop-zone.ts'

/** The start of a date in Santiago: the clock change, on the day that skips midnight. */
export function startOf(date: SQL): SQL {
	return sql`((${date})::timestamp at time zone ${sql.raw(`'${shopZone}'`)})`
}

export const dayStart = (day: string): SQL => startOf(sql`${day}::date`)

/** The start of the next day. Days have 23, 24 or 25 hours, so days are added, not hours. */
export const dayAfter = (day: string): SQL => startOf(sql`${day}::date + 1`)

interface Days {
	readonly desde?: string | undefined
	readonly hasta?: string | undefined
}

/** SQL condition: the moment is in the days from `desde` to `hasta`, both included; undefined: without such a filter. */
export function withinDays(moment: PgColumn, { desde, hasta }: Days): SQL | undefined {
	return and(
		desde === undefined ? undefined : gte(moment, dayStart(desde)),
		hasta === undefined ? undefined : lt(moment, dayAfter(hasta)),
	)
}

export function dateOf(moment: SQL): SQL {
	return sql`(${moment} at time zone ${sql.raw(`'${shopZone}'`)})::date`
}
