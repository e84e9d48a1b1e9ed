import { and, asc, count, desc, eq, inArray, not, sql } from 'drizzle-orm'
import { dayIn } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { promisedDayOf } from '#modules/delivery/delivery-term.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { canBeHandedOver } from '#modules/orders/handover.ts'
import { readOrderMoney } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { openEstados } from '#modules/rounds/delivery-state.ts'
import { hasStop, isAwaited } from '#modules/rounds/server/order-parts.ts'
import { readAgreedHours, readHandedOver } from '#modules/rounds/server/pickups.ts'
import { deliverableOf, hourOf } from '#modules/rounds/server/read-round.ts'
import type { DeliveriesAnswer, DeliverySheet, ReadyOrder } from '#modules/rounds/shapes.ts'
import { paradas, rondas } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** Above the capacity of any shop; the oldest come first. */
const mostReady = 200

const lastRounds = 10

/** Returns the orders awaiting delivery or pickup, and the latest rounds, open ones first. */
export async function readDeliveries({ db, clock }: Pick<StaffDeps, 'db' | 'clock'>): Promise<DeliveriesAnswer> {
	const now = clock.now()
	const despachos = await readReady(db, 'despacho', now)
	const retiros = await readReady(db, 'retiro', now)
	const retirados = await readHandedOver(db, now)
	const rounds = await db
		.select({
			id: rondas.id,
			numero: rondas.numero,
			estado: rondas.estado,
			salida_at: rondas.salida_at,
			paradas: sql<number>`count(${paradas.id})::int`,
			hechas: sql<number>`count(${paradas.id}) filter (where ${paradas.estado} in ('entregada', 'no_entregada'))::int`,
		})
		.from(rondas)
		.leftJoin(paradas, eq(paradas.ronda_id, rondas.id))
		.groupBy(rondas.id)
		// A discarded round carried nothing.
		.having(sql`${rondas.estado} <> 'cerrada' or count(${paradas.id}) > 0`)
		.orderBy(asc(sql`${rondas.estado} = 'cerrada'`), desc(rondas.created_at))
		.limit(lastRounds)
	return {
		despachos: despachos.slice(0, mostReady),
		retiros: retiros.slice(0, mostReady),
		retirados,
		rondas: rounds.map((round) => ({ ...round, salida_at: round.salida_at.toISOString() })),
		hay_mas: despachos.length > mostReady || retiros.length > mostReady,
	}
}

/** An agreed hour precedes a promised day, and both precede none. */
const urgencyOf = ({ hora_at, prometida }: ReadyOrder) => (hora_at === null ? `1${prometida ?? '9999'}` : `0${hora_at}`)

async function readReady(db: Queryable, tipo: 'despacho' | 'retiro', now: Date): Promise<ReadyOrder[]> {
	const orders = await db
		.select()
		.from(ordenes)
		.where(and(eq(ordenes.tipo_entrega, tipo), isAwaited, not(hasStop(db, ...openEstados))))
		.orderBy(sql`coalesce(${ordenes.pagada_at}, ${ordenes.created_at})`, asc(ordenes.nro_orden))
		.limit(mostReady + 1)
	if (orders.length === 0) return []
	const handoverOf = await readHandovers(db, orders)
	const ids = orders.map(({ id }) => id)
	const last = sql<string | null>`(array_agg(${paradas.sigue} order by ${rondas.numero} desc))[1]`
	const tries = await db
		.select({ id: paradas.orden_id, intentos: count(), last })
		.from(paradas)
		.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
		.where(and(inArray(paradas.orden_id, ids), eq(paradas.estado, 'no_entregada')))
		.groupBy(paradas.orden_id)
	const today = dayIn(now)
	return orders
		.map((order) => {
			const handover = handoverOf(order)
			const tried = tries.find(({ id }) => id === order.id)
			return {
				...handover,
				intentos: tried?.intentos ?? 0,
				por_anular: tried?.last === 'anular',
				atrasada: handover.prometida !== null && handover.prometida < today,
				created_at: order.created_at.toISOString(),
				distancia_m: order.distancia_m,
				detenida: order.entrega_detenida,
			}
		})
		.toSorted((one, other) => urgencyOf(one).localeCompare(urgencyOf(other)))
}

/** What couriers and labels say of each order: its parcel, its money, the promised day and the pickup as announced. */
async function readHandovers(db: Queryable, orders: readonly OrderRow[]) {
	const ids = orders.map(({ id }) => id)
	const holidays = readHolidays((await readSettings(db)).feriados)
	const linesOf = await readLines(db, ids)
	const moneyOf = await readOrderMoney(db, ids)
	const hours = await readAgreedHours(db, ids)
	return (order: OrderRow) => {
		const { id, tipo_entrega, estacion_retiro, horario_retiro } = order
		return {
			...deliverableOf(order, linesOf(id), moneyOf(id)),
			prometida: promisedDayOf(order, holidays) ?? null,
			hora_at: hours.get(id)?.toISOString() ?? null,
			retiro: tipo_entrega === 'despacho' ? null : [estacion_retiro, horario_retiro].filter(Boolean).join(', '),
			horario: horario_retiro,
		}
	}
}

/**
 * Returns the printed data of orders, with their round and expected hour, in the order of the given numbers; unknown
 * numbers are omitted.
 */
export async function readSheets(
	{ db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
	numbers: readonly number[],
): Promise<DeliverySheet[]> {
	const orders = await db
		.select()
		.from(ordenes)
		.where(inArray(ordenes.nro_orden, [...numbers]))
	if (orders.length === 0) return []
	const handoverOf = await readHandovers(db, orders)
	const now = clock.now()
	const ids = orders.map(({ id }) => id)
	const rows = await db
		.select({ stop: paradas, round: rondas })
		.from(paradas)
		.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
		.where(and(inArray(paradas.orden_id, ids), inArray(paradas.estado, [...openEstados])))
	const wayOf = (orderId: string) => {
		const row = rows.find(({ stop }) => stop.orden_id === orderId)
		if (!row) return { ronda: null, parada: null, desde: null, hasta: null }
		return { ronda: row.round.numero, parada: row.stop.posicion + 1, ...hourOf(row.stop, row.round, now) }
	}
	return orders
		.map((order) => ({
			...handoverOf(order),
			...wayOf(order.id),
			tipo_entrega: order.tipo_entrega,
			se_entrega: canBeHandedOver(order),
		}))
		.toSorted((one, other) => numbers.indexOf(one.nro_orden) - numbers.indexOf(other.nro_orden))
}
