import { and, desc, eq, exists, inArray, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { dayIn } from '#core/rules/times.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { dayAfter } from '#core/server/lists/list-page.ts'
import { lastStart } from '#modules/delivery/delivery-term.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { canBeHandedOver, cashHandoverEstados } from '#modules/orders/handover.ts'
import type { WatchEffects } from '#modules/orders/server/read-parts.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { customerDelivery, customerPickup } from '#modules/rounds/customer-delivery.ts'
import { type DiaEntrega, type EstadoEntrega, estadosEntrega, openEstados } from '#modules/rounds/delivery-state.ts'
import type { OwnDelivery, ShownDelivery } from '#modules/rounds/order-shapes.ts'
import { readPhotoLinks } from '#modules/rounds/server/delivery-photos.ts'
import { describeDeliveries } from '#modules/rounds/server/list-deliveries.ts'
import { paradas, retiros, rondas } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** The current delivery state of each order by its id; null without a delivery. */
export async function readOwnDeliveries(
	{ clock }: Pick<StaffDeps, 'clock'>,
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<(order: OrderRow) => OwnDelivery | null> {
	const now = clock.now()
	const idsOf = (tipo: OrderRow['tipo_entrega']) =>
		orders.filter(({ tipo_entrega }) => tipo_entrega === tipo).map(({ id }) => id)
	const pickedUp = idsOf('retiro')
	const pickups =
		pickedUp.length === 0 ? [] : await db.select().from(retiros).where(inArray(retiros.orden_id, pickedUp))
	const ids = idsOf('despacho')
	const { orden_id, estado, llega_at, hecha_at, motivo, sigue } = paradas
	const stops =
		ids.length === 0
			? []
			: await db
					.select({ orden_id, estado, llega_at, hecha_at, motivo, sigue, ronda_estado: rondas.estado })
					.from(paradas)
					.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
					.where(inArray(orden_id, ids))
					.orderBy(desc(rondas.numero))
	return (order) => {
		const pickup = pickups.find((row) => row.orden_id === order.id)
		if (order.tipo_entrega === 'retiro') return customerPickup(order, pickup)
		const last = stops.find((stop) => stop.orden_id === order.id)
		return customerDelivery(order, last, now)
	}
}

/** Orders that are paid, or are to be paid in cash on handover. */
export const isAwaited = or(
	eq(ordenes.estado, 'pagada'),
	and(eq(ordenes.metodo_pago, 'efectivo'), inArray(ordenes.estado, [...cashHandoverEstados])),
)

/** Orders awaiting their hand-over that no refund or dispute stops: the SQL of `canBeHandedOver`. */
export const isPackable = and(isAwaited, not(ordenes.entrega_detenida))

/** SQL condition: the order has a stop in one of these states. */
export const hasStop = (db: Queryable, ...estados: EstadoEntrega[]) =>
	exists(
		db
			.select({ one: sql`1` })
			.from(paradas)
			.where(and(eq(paradas.orden_id, ordenes.id), inArray(paradas.estado, estados))),
	)

const isBrought = eq(ordenes.tipo_entrega, 'despacho')
const isNotDelivered = and(isBrought, ne(ordenes.estado, 'completado'))

/** Orders by delivery state, of all couriers; excludes pickups, unpaid and cancelled orders. */
const conditions: Readonly<Record<EstadoEntrega, (db: Queryable) => SQL | undefined>> = {
	entregada: () => and(isBrought, eq(ordenes.estado, 'completado')),
	en_ruta: (db) => and(isNotDelivered, hasStop(db, 'en_ruta')),
	no_entregada: (db) => and(isNotDelivered, hasStop(db, 'no_entregada'), not(hasStop(db, 'por_preparar', 'en_ruta'))),
	por_preparar: (db) =>
		and(isNotDelivered, or(hasStop(db, 'por_preparar'), and(isPackable, not(hasStop(db, 'en_ruta', 'no_entregada'))))),
}

/** Reads the SQL condition of the orders to bring that are not on their way: today, or on another day or without a term. */
export async function toBringOn(db: Queryable, dia: DiaEntrega, now: Date): Promise<SQL | undefined> {
	const today = dayIn(now)
	const { plazo_entrega: plazo, pagada_at, created_at } = ordenes
	const isToBring = and(isBrought, isPackable)
	const holidays = readHolidays((await readSettings(db)).feriados)
	const terms = await db.selectDistinct({ plazo }).from(ordenes).where(isToBring)
	const isDue = terms.flatMap((term) => {
		const since = lastStart(term.plazo, today, holidays)
		if (term.plazo === null || since === undefined) return []
		return and(eq(plazo, term.plazo), sql`coalesce(${pagada_at}, ${created_at}) < ${dayAfter(since)}`) ?? []
	})
	const leaving = db
		.select({ id: rondas.id })
		.from(rondas)
		.where(lt(rondas.salida_at, dayAfter(today)))
	const isPlanned = exists(
		db
			.select({ one: sql`1` })
			.from(paradas)
			.where(
				and(eq(paradas.orden_id, ordenes.id), eq(paradas.estado, 'por_preparar'), inArray(paradas.ronda_id, leaving)),
			),
	)
	const isToday = or(isPlanned, ...isDue)
	// A comparison with a missing term is null, which `not` does not turn.
	const isOnDay = dia === 'hoy' ? isToday : sql`(${isToday}) is not true`
	return and(isToBring, not(hasStop(db, 'en_ruta')), isOnDay)
}

/** Reads the SQL condition of the orders of a list in this delivery state, or to be brought then. */
export async function withDelivery(
	db: Queryable,
	which: EstadoEntrega | DiaEntrega,
	now: Date,
): Promise<SQL | undefined> {
	if (which === 'hoy' || which === 'otro_dia') return await toBringOn(db, which, now)
	if (which !== 'por_preparar') return conditions[which](db)
	// From the few rows that indexes find instead of a scan of all orders.
	const planned = db.select({ id: paradas.orden_id }).from(paradas).where(eq(paradas.estado, 'por_preparar'))
	const unplanned = db
		.select({ id: ordenes.id })
		.from(ordenes)
		.where(and(isBrought, isPackable, not(hasStop(db, 'en_ruta', 'no_entregada'))))
	return and(isNotDelivered, inArray(ordenes.id, planned.unionAll(unplanned)))
}

/** Reads the delivery states of orders; null for an order without a delivery. */
export async function readDeliveryStates(
	_deps: unknown,
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<(order: OrderRow) => EstadoEntrega | null> {
	const cases = estadosEntrega.map((estado) => sql`when ${conditions[estado](db)} then ${estado}`)
	const rows = await db
		.select({ id: ordenes.id, entrega: sql<EstadoEntrega | null>`case ${sql.join(cases, sql` `)} end` })
		.from(ordenes)
		.where(
			inArray(
				ordenes.id,
				orders.map(({ id }) => id),
			),
		)
	const byId = new Map(rows.map(({ id, entrega }) => [id, entrega]))
	return ({ id }) => byId.get(id) ?? null
}

/** Reads every attempt to hand orders over at the door, oldest first, with links to its photos. */
export async function readShownDeliveries(
	deps: Pick<StaffDeps, 'signer' | 'clock'>,
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<(order: OrderRow) => ShownDelivery[]> {
	const ids = orders.map(({ id }) => id)
	const tries = await describeDeliveries(db, inArray(paradas.orden_id, ids), deps.clock.now())
	const stopIds = tries.map(({ id }) => id)
	const photosOf = await readPhotoLinks(deps, db, stopIds)
	return ({ id }) =>
		tries.filter(({ orden_id }) => orden_id === id).map((delivery) => ({ ...delivery, fotos: photosOf(delivery.id) }))
}

/** Refuses that a customer cancels an order that a courier is bringing. */
export async function onItsWayProblem(tx: Transaction, { id }: OrderRow): Promise<Failure | undefined> {
	const isOnItsWay = and(eq(paradas.orden_id, id), eq(paradas.estado, 'en_ruta'))
	if ((await tx.$count(paradas, isOnItsWay)) === 0) return undefined
	return fail('orden_no_se_cancela', { text: 'Tu pedido ya va en camino. Si no lo quieres, escríbenos.' })
}

/** What a change of an order means for the round that carries it. */
export const watchDelivery: WatchEffects = async (tx, before) => {
	const [stop] = await tx
		.select({ ronda: rondas.numero, estado: paradas.estado })
		.from(paradas)
		.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
		.where(and(eq(paradas.orden_id, before.id), inArray(paradas.estado, [...openEstados])))
	return async (after) => {
		if (!stop || !canBeHandedOver(before) || canBeHandedOver(after)) return []
		return stop.estado === 'en_ruta'
			? [`El pedido va en camino ahora, en la ronda ${stop.ronda}: el repartidor verá que ya no se entrega.`]
			: [`El pedido está en la ronda ${stop.ronda}, que ya no lo entregará.`]
	}
}
