import { and, eq, inArray } from 'drizzle-orm'
import { dayIn } from '#core/rules/calendar-days.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import { canBeHandedOver } from '#modules/orders/handover.ts'
import { readOrderMoney } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { openEstados } from '#modules/rounds/delivery-state.ts'
import { readAgreedHours } from '#modules/rounds/server/pickups/read-pickup.ts'
import { pickupOf, promiseOf } from '#modules/rounds/server/read-deliveries.ts'
import { deliverableOf, hourOf } from '#modules/rounds/server/read-round.ts'
import type { DeliverySheet } from '#modules/rounds/shapes/delivery-sheets.ts'
import { paradas, rondas } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

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
