import { and, eq, inArray } from 'drizzle-orm'
import type { DeliverySheet } from '#contract/staff/delivery-sheets.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { readHolidays } from '#domain/delivery/holidays.ts'
import { canBeHandedOver } from '#domain/orders/handover.ts'
import { openEstados } from '#domain/rounds/delivery-state.ts'
import type { Queryable } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { paradas, rondas } from '#server/db/tables/rounds.ts'
import { readLines } from '#server/orders/read-lines.ts'
import { readOrderMoney } from '#server/orders/read-order-money.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import { readAgreedHours } from '#server/staff/pickups/read-pickup.ts'
import { pickupOf, promiseOf } from '#server/staff/rounds/read-deliveries.ts'
import { deliverableOf, hourOf } from '#server/staff/rounds/read-round.ts'

type Way = Pick<DeliverySheet, 'ronda' | 'parada' | 'desde' | 'hasta'>

const noWay: Way = { ronda: null, parada: null, desde: null, hasta: null }

/** The round of each order, and its expected hour. */
async function readWays(db: Queryable, ids: readonly string[], now: Date): Promise<(id: string) => Way> {
	const rows = await db
		.select({ stop: paradas, round: rondas })
		.from(paradas)
		.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
		.where(and(inArray(paradas.orden_id, [...ids]), inArray(paradas.estado, [...openEstados])))
	const ways = new Map(
		rows.map(({ stop, round }) => [
			stop.orden_id,
			{ ronda: round.numero, parada: stop.posicion + 1, ...hourOf(stop, round, now) },
		]),
	)
	return (id) => ways.get(id) ?? noWay
}

/** Returns the printed data of orders, in the order of the given numbers; unknown numbers are omitted. */
export async function readSheets(
	{ db, clock }: { readonly db: Queryable; readonly clock: Clock },
	numbers: readonly number[],
): Promise<DeliverySheet[]> {
	const orders = await db
		.select()
		.from(ordenes)
		.where(inArray(ordenes.nro_orden, [...numbers]))
	if (orders.length === 0) return []
	const ids = orders.map(({ id }) => id)
	const now = clock.now()
	const holidays = readHolidays((await readSettings(db)).feriados)
	const linesOf = await readLines(db, ids)
	const moneyOf = await readOrderMoney(db, ids)
	const hours = await readAgreedHours(db, ids)
	const wayOf = await readWays(db, ids, now)
	return orders
		.map((order) => ({
			...deliverableOf(order, linesOf(order.id), moneyOf(order.id)),
			...wayOf(order.id),
			tipo_entrega: order.tipo_entrega,
			se_entrega: canBeHandedOver(order),
			prometida: promiseOf(order, dayIn(now), holidays).prometida,
			retiro: pickupOf(order),
			hora_at: hours.get(order.id)?.toISOString() ?? null,
		}))
		.toSorted((one, other) => numbers.indexOf(one.nro_orden) - numbers.indexOf(other.nro_orden))
}
