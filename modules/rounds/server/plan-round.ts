import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { failStopped } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { type EstadoEntrega, isOpenStop, openEstados } from '#modules/rounds/delivery-state.ts'
import { canLeaveAt } from '#modules/rounds/rounds.ts'
import { expectedArrivals, insertStop, isWorthAnnouncing, orderStops } from '#modules/rounds/route.ts'
import { mailOnTheWay } from '#modules/rounds/server/delivery-mails.ts'
import { backAt, isCalledOff, lengthOf, placeIn, readRound } from '#modules/rounds/server/read-round.ts'
import { type MeasureDeps, measureDriving } from '#modules/rounds/server/round-maps.ts'
import type { PlanRoundRequest, RoundAnswer } from '#modules/rounds/shapes.ts'
import { paradas, type RoundRow, rondas, type StopRow } from '#modules/rounds/tables.ts'
import { readSettings, readShopPosition } from '#modules/settings/server/read-settings.ts'

export interface LockedRound {
	readonly round: RoundRow
	/** In the order of their places. */
	readonly stops: readonly StopRow[]
}

/** Locks a round until `tx` ends. Lock order: rounds, orders, stops. */
export async function lockRound(tx: Transaction, roundId: string): Promise<LockedRound | undefined> {
	const [round] = await tx.select().from(rondas).where(eq(rondas.id, roundId)).for('update')
	if (!round) return undefined
	return { round, stops: await readStops(tx, roundId) }
}

/** The stops of a round in the order of their places. */
export const readStops = (tx: Transaction, roundId: string): Promise<StopRow[]> =>
	tx.select().from(paradas).where(eq(paradas.ronda_id, roundId)).orderBy(asc(paradas.posicion), asc(paradas.id))

/**
 * Runs an action under a round's lock, and returns the round afterwards. A failed action writes nothing: `act` fails
 * before it writes. Fails with `no_encontrado`, and with `ronda_cerrada` for a closed one.
 */
export async function actOnRound(
	deps: StaffDeps,
	roundId: string,
	act: (tx: Transaction, locked: LockedRound) => Promise<Failure | undefined>,
): Promise<RoundAnswer | Failure> {
	if (!isUuid(roundId)) return fail('no_encontrado')
	return await deps.db.transaction(async (tx) => {
		const locked = await lockRound(tx, roundId)
		if (!locked) return fail('no_encontrado')
		if (locked.round.estado === 'cerrada') return fail('ronda_cerrada')
		const failure = await act(tx, locked)
		if (isFailure(failure)) return failure
		return await readRound(deps, tx, roundId)
	})
}

/**
 * Locks the orders of a round, sorted by id. Fails with `orden_no_se_entrega` for an order not to be delivered, and
 * with `entrega_detenida` for a stopped one.
 */
export async function lockDeliverable(tx: Transaction, ids: readonly string[]): Promise<Failure | undefined> {
	const orders = await tx
		.select()
		.from(ordenes)
		.where(inArray(ordenes.id, [...ids]))
		.orderBy(asc(ordenes.id))
		.for('update')
	const isBrought = (order: OrderRow) => order.tipo_entrega === 'despacho' && awaitsHandover(order)
	if (orders.length !== ids.length || !orders.every(isBrought)) return fail('orden_no_se_entrega')
	const stopped = orders.find((order) => order.entrega_detenida)
	return stopped && (await failStopped(tx, stopped))
}

/**
 * Inserts orders into a round as open stops. @throws for an order on another round: the constraint `paradas_abierta`.
 */
export async function insertStops(
	deps: StaffDeps,
	tx: Transaction,
	{ round, orderIds, first }: { round: RoundRow; orderIds: readonly string[]; first: number },
): Promise<void> {
	const estado: EstadoEntrega = round.estado === 'en_curso' ? 'en_ruta' : 'por_preparar'
	await tx.insert(paradas).values(
		orderIds.map((orden_id, at) => ({
			id: deps.newId(),
			ronda_id: round.id,
			orden_id,
			posicion: first + at,
			estado,
			llega_at: round.salida_at,
		})),
	)
}

async function readByKey(deps: StaffDeps, db: Queryable, clave: string): Promise<RoundAnswer | Failure | undefined> {
	const [known] = await db.select({ id: rondas.id }).from(rondas).where(eq(rondas.clave, clave))
	return known && (await readRound(deps, db, known.id))
}

/**
 * Plans a round of some orders by the shortest driving time. Idempotent by key. Fails with `orden_no_se_entrega` for an
 * order not awaiting delivery, with `entrega_detenida`, and with `salida_imposible`. @throws as `insertStops`.
 */
export async function planRound(
	deps: StaffDeps & MeasureDeps,
	actorId: number,
	{ ordenes: requested, salida_at, key }: PlanRoundRequest & { readonly key: string },
): Promise<RoundAnswer | Failure> {
	const clave = `${actorId}:${key}`
	const known = await readByKey(deps, deps.db, clave)
	if (known) return known
	const leaves = salida_at === undefined ? deps.clock.now() : new Date(salida_at)
	if (!canLeaveAt(leaves, deps.clock.now())) return fail('salida_imposible')
	const ids = [...new Set(requested)]
	const located = await deps.db
		.select({ id: ordenes.id, lat: ordenes.lat, lng: ordenes.lng })
		.from(ordenes)
		.where(inArray(ordenes.id, ids))
		.orderBy(asc(ordenes.id))
	const tiempos = await measureDriving(deps, await readShopPosition(deps.db), located)
	return await deps.db.transaction(async (tx) => {
		const refusal = await lockDeliverable(tx, ids)
		if (refusal) return refusal
		const { minutos_parada } = await readSettings(tx)
		const [round] = await tx
			.insert(rondas)
			.values({ id: deps.newId(), salida_at: leaves, repartidor_id: actorId, minutos_parada, tiempos, clave })
			.onConflictDoNothing({ target: rondas.clave })
			.returning()
		// The same click arrived twice in parallel.
		if (!round) return (await readByKey(deps, tx, clave)) ?? fail('version_distinta')
		await insertStops(deps, tx, { round, orderIds: tiempos.ordenes, first: 0 })
		const stops = await readStops(tx, round.id)
		await scheduleStops(deps, tx, { round, stops, open: orderedByDriving(round, stops) })
		const detalle = `${ids.length} órdenes`
		await writeAudit(tx, { tipo: 'ronda', ref: round.id, usuario_id: actorId, accion: 'ronda_planeada', detalle })
		return await readRound(deps, tx, round.id)
	})
}

/** Where the car is and since when: at the last door, or at the shop. */
function whereabouts(round: RoundRow, stops: readonly StopRow[]): { place: number; leftAt: Date } {
	let last: { place: number; leftAt: Date } = { place: 0, leftAt: round.salida_at }
	for (const { hecha_at, orden_id, estado } of stops) {
		if (isOpenStop(estado) || !hecha_at || hecha_at < last.leftAt) continue
		last = { place: placeIn(round.tiempos, orden_id), leftAt: hecha_at }
	}
	return last
}

/** The stops still to be visited. */
export const openOf = (stops: readonly StopRow[]) => stops.filter(({ estado }) => isOpenStop(estado))

/** Seconds between stops from the car's position and back to the shop. The first stop has index 1. */
function secondsFromCar(round: RoundRow, stops: readonly StopRow[], open: readonly StopRow[]): number[][] {
	const { place: start } = whereabouts(round, stops)
	const places = open.map(({ orden_id }) => placeIn(round.tiempos, orden_id))
	return [start, ...places].map((from) => [0, ...places].map((to) => round.tiempos.segundos[from]?.[to] ?? 0))
}

/** Inserts a late order at the cheapest place of a round's open stops, without reordering them. */
export function withLateStop(round: RoundRow, stops: readonly StopRow[], orderId: string): StopRow[] {
	const others = openOf(stops).filter(({ orden_id }) => orden_id !== orderId)
	const open = [...others, ...openOf(stops).filter(({ orden_id }) => orden_id === orderId)]
	const order = others.map((_, at) => at + 1)
	return insertStop(order, open.length, secondsFromCar(round, stops, open)).flatMap((stop) => open[stop - 1] ?? [])
}

/** Sorts the open stops of a round by the shortest driving time; fixed stops keep their index. */
export function orderedByDriving(round: RoundRow, stops: readonly StopRow[]): StopRow[] {
	const open = openOf(stops)
	const matrix = secondsFromCar(round, stops, open)
	const locked = new Map(open.flatMap(({ fijada }, at) => (fijada ? [[at + 1, at] as const] : [])))
	return orderStops(matrix, { locked }).flatMap((stop) => open[stop - 1] ?? [])
}

/** Moves the finished stops to the front, in the order of the visits; returns their count. */
async function placeOver(tx: Transaction, stops: readonly StopRow[]): Promise<number> {
	const over = stops
		.filter(({ estado }) => !isOpenStop(estado))
		.toSorted((one, other) => Number(one.hecha_at) - Number(other.hecha_at))
	for (const [posicion, { id }] of over.entries()) await tx.update(paradas).set({ posicion }).where(eq(paradas.id, id))
	return over.length
}

/**
 * Sets places and hours of a round's open stops in the order of `open`, behind the finished ones. On the way, customers
 * whose hour moved by more than half an hour are mailed again.
 */
export async function scheduleStops(
	deps: StaffDeps,
	tx: Transaction,
	{ round, stops, open }: { round: RoundRow; stops: readonly StopRow[]; open: readonly StopRow[] },
): Promise<void> {
	const over = await placeOver(tx, stops)
	const orders = await readOrders(tx, open)
	const { place: from, leftAt: leavesAt } = whereabouts(round, stops)
	const driven = withoutCalledOff(open, orders)
	const route = driven.map(({ orden_id }) => placeIn(round.tiempos, orden_id))
	const drive = { seconds: round.tiempos.segundos, from, leavesAt, route, minutesPerStop: round.minutos_parada }
	const arrivals = expectedArrivals(drive)
	for (const [at, stop] of open.entries()) {
		const llega_at = arrivals[driven.indexOf(stop)] ?? stop.llega_at
		const isUpToDate = stop.avisada_at !== null && !isWorthAnnouncing(stop.avisada_at, llega_at)
		// No mail is sent for a cancelled order.
		const isMailed = round.estado === 'en_curso' && driven.includes(stop) && !isUpToDate
		const order = isMailed ? orders.get(stop.orden_id) : undefined
		const set = { posicion: over + at, llega_at, fijada: stop.fijada, ...(order && { avisada_at: llega_at }) }
		await tx.update(paradas).set(set).where(eq(paradas.id, stop.id))
		if (order) await mailOnTheWay(deps, tx, { order, stopId: stop.id, llega_at, isChange: stop.avisada_at !== null })
	}
	await writeLength(tx, round)
}

/** The orders of some stops, by their id. */
async function readOrders(tx: Transaction, stops: readonly StopRow[]): Promise<ReadonlyMap<string, OrderRow>> {
	const ids = stops.map(({ orden_id }) => orden_id)
	const orders = await tx.select().from(ordenes).where(inArray(ordenes.id, ids))
	return new Map(orders.map((order) => [order.id, order]))
}

/** The stops without the cancelled ones, to which the car does not drive. */
const withoutCalledOff = (stops: readonly StopRow[], orders: ReadonlyMap<string, OrderRow>): StopRow[] =>
	stops.filter((stop) => {
		const order = orders.get(stop.orden_id)
		return order !== undefined && !isCalledOff(stop, order)
	})

/** Stores a round's distance and duration; stops not visited do not count. */
export async function writeLength(tx: Transaction, round: RoundRow): Promise<void> {
	const isDriven = or(inArray(paradas.estado, [...openEstados]), isNotNull(paradas.hecha_at))
	const driven = await tx
		.select()
		.from(paradas)
		.where(and(eq(paradas.ronda_id, round.id), isDriven))
		.orderBy(asc(paradas.posicion), asc(paradas.id))
	const stops = withoutCalledOff(driven, await readOrders(tx, driven))
	const seconds = (backAt(round, stops).getTime() - round.salida_at.getTime()) / 1_000
	const length = { metros: lengthOf(round, stops).metros, segundos: stops.length === 0 ? 0 : Math.round(seconds) }
	await tx.update(rondas).set(length).where(eq(rondas.id, round.id))
}
