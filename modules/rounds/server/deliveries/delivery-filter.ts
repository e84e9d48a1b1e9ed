import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { withinDays } from '#core/server/lists/santiago-days.ts'
import { halfWindowMs } from '#modules/rounds/arrivals.ts'
import type { DeliveryFilter } from '#modules/rounds/shapes/deliveries.ts'
import { paradas, rondas } from '#modules/rounds/tables.ts'

/** SQL condition: delivered late, or on its way after its announced hour. */
function isLateBy(now: Date): SQL | undefined {
	const latest = new Date(now.getTime() - halfWindowMs)
	const announced = sql`coalesce(${paradas.avisada_at}, ${paradas.llega_at})`
	return or(paradas.atrasada, and(eq(paradas.estado, 'en_ruta'), lt(announced, latest.toISOString())))
}

/** SQL condition: the account pressed the stop, or has the round of an open one. */
function isOf(db: Queryable, accountId: number): SQL | undefined {
	const theirs = db.select({ id: rondas.id }).from(rondas).where(eq(rondas.repartidor_id, accountId))
	return or(eq(paradas.hecha_por, accountId), and(isNull(paradas.hecha_por), inArray(paradas.ronda_id, theirs)))
}

/** The SQL condition of the panel's filter; undefined: all deliveries. */
export function deliveriesWhere(db: Queryable, filter: DeliveryFilter, now: Date): SQL | undefined {
	const { estado, repartidor, atrasada } = filter
	return and(
		estado && eq(paradas.estado, estado),
		repartidor === undefined ? undefined : isOf(db, repartidor),
		atrasada && isLateBy(now),
		withinDays(paradas.fecha_at, filter),
	)
}
