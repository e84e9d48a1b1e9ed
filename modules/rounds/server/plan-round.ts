import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { failStopped } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { isOpenStop, openEstados } from '#modules/rounds/delivery-state.ts'
import { canLeaveAt, maxStops } from '#modules/rounds/rounds.ts'
import { expectedArrivals, insertStop, isWorthAnnouncing, orderStops } from '#modules/rounds/route.ts'
import { mailOnTheWay } from '#modules/rounds/server/delivery-mails.ts'
import { backAt, isCalledOff, lengthOf, placeIn, readRound } from '#modules/rounds/server/read-round.ts'
import { type MeasureDeps, measureDriving, measureLate } from '#modules/rounds/server/round-maps.ts'
import type { ArrangeRoundRequest, PlanRoundRequest, RoundAnswer } from '#modules/rounds/shapes.ts'
import { paradas, type RoundRow, rondas, type StopRow } from '#modules/rounds/tables.ts'
import { readSettings, readShopPosition } from '#modules/settings/server/read-settings.ts'

/**
 * Plans a round of some orders by the shortest driving time. Idempotent by key. Refuses with `orden_no_se_entrega` for
 * an order not awaiting delivery, with `entrega_detenida`, and with `salida_imposible`. @throws for an order on another
 * round: the constraint `paradas_abierta`.
 */
export async function planRound(
	deps: StaffDeps & MeasureDeps,
	actorId: number,
	{ ordenes: requested, salida_at, key }: PlanRoundRequest & { readonly key: string },
): Promise<RoundAnswer> {
	const clave = `${actorId}:${key}`
	const known = await readByKey(deps, deps.db, clave)
	if (known) return known
	const now = deps.clock.now()
	const leaves = salida_at === undefined ? now : new Date(salida_at)
	if (!canLeaveAt(leaves, now)) refuse('salida_imposible')
	const ids = [...new Set(requested)]
	const located = await deps.db
		.select({ id: ordenes.id, lat: ordenes.lat, lng: ordenes.lng })
		.from(ordenes)
		.where(inArray(ordenes.id, ids))
		.orderBy(asc(ordenes.id))
	const tiempos = await measureDriving(deps, await readShopPosition(deps.db), located)
	return await deps.db.transaction(async (tx) => {
		await lockDeliverable(tx, ids)
		const { minutos_parada } = await readSettings(tx)
		const [round] = await tx
			.insert(rondas)
			.values({ id: deps.newId(), salida_at: leaves, repartidor_id: actorId, minutos_parada, tiempos, clave })
			.onConflictDoNothing({ target: rondas.clave })
			.returning()
		// The same click arrived twice in parallel.
		if (!round) return (await readByKey(deps, tx, clave)) ?? refuse('version_distinta')
		await insertStops(deps, tx, { round, orderIds: tiempos.ordenes, first: 0 })
		const stops = await readStops(tx, round.id)
		await scheduleStops(deps, tx, { round, stops, open: orderedByDriving(round, stops) })
		const detalle = `${ids.length} órdenes`
		await writeAudit(tx, { tipo: 'ronda', ref: round.id, usuario_id: actorId, accion: 'ronda_planeada', detalle })
		return await readRound(deps, tx, round.id)
	})
}

async function readByKey(deps: StaffDeps, db: Queryable, clave: string) {
	const [known] = await db.select({ id: rondas.id }).from(rondas).where(eq(rondas.clave, clave))
	return known && (await readRound(deps, db, known.id))
}

/**
 * Locks the orders of a round, sorted by id. Refuses with `orden_no_se_entrega` for an order not to be delivered, and
 * with `entrega_detenida` for a stopped one.
 */
async function lockDeliverable(tx: Transaction, ids: readonly string[]): Promise<void> {
	const orders = await tx
		.select()
		.from(ordenes)
		.where(inArray(ordenes.id, [...ids]))
		.orderBy(asc(ordenes.id))
		.for('update')
	const isBrought = (order: OrderRow) => order.tipo_entrega === 'despacho' && awaitsHandover(order)
	if (orders.length !== ids.length || !orders.every(isBrought)) refuse('orden_no_se_entrega')
	const stopped = orders.find((order) => order.entrega_detenida)
	if (stopped) orRefuse(await failStopped(tx, stopped))
}

async function insertStops(
	deps: StaffDeps,
	tx: Transaction,
	{ round, orderIds, first }: { round: RoundRow; orderIds: readonly string[]; first: number },
): Promise<void> {
	const estado = round.estado === 'en_curso' ? ('en_ruta' as const) : ('por_preparar' as const)
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

/**
 * Sets the order of a round's open stops, and whether each is fixed. Refuses with `version_distinta` when the round or
 * its open stops have changed, with `salida_imposible`, and as `lockOpenRound`.
 */
export async function arrangeRound(
	deps: StaffDeps,
	actorId: number,
	{ id, version, paradas: order, fijadas, salida_at }: ArrangeRoundRequest & { readonly id: string },
): Promise<RoundAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { round, stops } = await lockOpenRound(tx, id)
		const openIds = openOf(stops).map((stop) => stop.id)
		const isSameSet =
			order.length === openIds.length &&
			new Set(order).size === order.length &&
			order.every((stopId) => openIds.includes(stopId))
		if (round.version !== version || !isSameSet) refuse('version_distinta')
		const requested = round.estado === 'borrador' && salida_at ? new Date(salida_at) : undefined
		if (requested && !canLeaveAt(requested, deps.clock.now())) refuse('salida_imposible')
		const changed = await updateRound(tx, round, { salida_at: requested ?? round.salida_at })
		const open = order.flatMap((stopId) => stops.filter((stop) => stop.id === stopId))
		const arranged = open.map((stop) => ({ ...stop, fijada: fijadas.includes(stop.id) }))
		await scheduleStops(deps, tx, { round: changed, stops, open: arranged })
		await auditChange(tx, round, actorId, 'orden de las paradas')
		return await readRound(deps, tx, id)
	})
}

/** Sorts the open stops by the shortest driving time; fixed stops keep their places. Refuses as `lockOpenRound`. */
export async function orderRound(deps: StaffDeps, actorId: number, id: string): Promise<RoundAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { round, stops } = await lockOpenRound(tx, id)
		const changed = await updateRound(tx, round, {})
		await scheduleStops(deps, tx, { round: changed, stops, open: orderedByDriving(round, stops) })
		await auditChange(tx, round, actorId, 'orden más corto')
		return await readRound(deps, tx, id)
	})
}

/**
 * Adds an order to a round, also on the way, at the cheapest place; the others keep their order. Refuses with
 * `orden_no_se_entrega` for an order not awaiting delivery, with `version_distinta` after a parallel addition, and as
 * `lockOpenRound`. @throws as `planRound`.
 */
export async function addStop(
	deps: StaffDeps & MeasureDeps,
	actorId: number,
	{ id, orden_id }: { readonly id: string; readonly orden_id: string },
): Promise<RoundAnswer> {
	if (!isUuid(id)) refuse('no_encontrado')
	const position = { id: ordenes.id, lat: ordenes.lat, lng: ordenes.lng }
	const there = await deps.db
		.select(position)
		.from(paradas)
		.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
		.where(eq(paradas.ronda_id, id))
		.orderBy(ordenes.id)
	const [added] = await deps.db.select(position).from(ordenes).where(eq(ordenes.id, orden_id))
	const [before] = await deps.db.select({ tiempos: rondas.tiempos }).from(rondas).where(eq(rondas.id, id))
	if (!before) refuse('no_encontrado')
	if (!added || there.some((order) => order.id === orden_id)) refuse('orden_no_se_entrega')
	const tiempos = await measureLate(deps, before.tiempos, { shop: await readShopPosition(deps.db), there, added })
	return await deps.db.transaction(async (tx) => {
		const { round, stops } = await lockOpenRound(tx, id)
		if (!stops.every((stop) => tiempos.ordenes.includes(stop.orden_id))) refuse('version_distinta')
		if (stops.length >= maxStops) refuse('orden_no_se_entrega')
		await lockDeliverable(tx, [orden_id])
		const changed = await updateRound(tx, round, { tiempos })
		await insertStops(deps, tx, { round, orderIds: [orden_id], first: stops.length })
		const now = await readStops(tx, round.id)
		await scheduleStops(deps, tx, { round: changed, stops: now, open: withLateStop(changed, now, orden_id) })
		await auditChange(tx, round, actorId, 'una orden más')
		return await readRound(deps, tx, id)
	})
}

/**
 * Removes an order from a round; it waits for the next one. Idempotent. Refuses with `parada_hecha` for a finished stop,
 * and as `lockOpenRound`.
 */
export async function removeStop(
	deps: StaffDeps,
	actorId: number,
	{ id, parada_id }: { readonly id: string; readonly parada_id: string },
): Promise<RoundAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { round, stops } = await lockOpenRound(tx, id)
		const stop = stops.find((one) => one.id === parada_id)
		if (!stop) return await readRound(deps, tx, id)
		if (!isOpenStop(stop.estado)) refuse('parada_hecha')
		await tx.delete(paradas).where(eq(paradas.id, stop.id))
		await reschedule(deps, tx, await updateRound(tx, round, {}))
		await auditChange(tx, round, actorId, 'una orden menos')
		return await readRound(deps, tx, id)
	})
}

const auditChange = (tx: Transaction, round: RoundRow, actorId: number, detalle: string) =>
	writeAudit(tx, { tipo: 'ronda', ref: round.id, usuario_id: actorId, accion: 'ronda_cambiada', detalle })

/**
 * Locks a round until `tx` ends, and reads its stops in the order of their places. Lock order: rounds, orders, stops.
 * Refuses with `no_encontrado`.
 */
export async function lockRound(tx: Transaction, roundId: string) {
	const [round] = isUuid(roundId) ? await tx.select().from(rondas).where(eq(rondas.id, roundId)).for('update') : []
	if (!round) refuse('no_encontrado')
	return { round, stops: await readStops(tx, roundId) }
}

/** As `lockRound`; refuses with `ronda_cerrada` for a closed one. */
export async function lockOpenRound(tx: Transaction, roundId: string) {
	const locked = await lockRound(tx, roundId)
	if (locked.round.estado === 'cerrada') refuse('ronda_cerrada')
	return locked
}

const readStops = (tx: Transaction, roundId: string) =>
	tx.select().from(paradas).where(eq(paradas.ronda_id, roundId)).orderBy(asc(paradas.posicion), asc(paradas.id))

/** The stops still to be visited. */
export const openOf = (stops: readonly StopRow[]) => stops.filter(({ estado }) => isOpenStop(estado))

/** Updates a locked round and returns it. */
export async function updateRound(
	tx: Transaction,
	round: RoundRow,
	change: Partial<Pick<RoundRow, 'estado' | 'salida_at' | 'tiempos' | 'cerrada_at'>>,
): Promise<RoundRow> {
	const set = { ...change, version: sql`${rondas.version} + 1` }
	const [changed] = await tx.update(rondas).set(set).where(eq(rondas.id, round.id)).returning()
	if (!changed) throw new Error('the round is gone')
	return changed
}

/** Where the car is and since when: at the last door, or at the shop. */
function whereabouts(round: RoundRow, stops: readonly StopRow[]) {
	let last = { place: 0, leftAt: round.salida_at }
	for (const { hecha_at, orden_id, estado } of stops) {
		if (isOpenStop(estado) || !hecha_at || hecha_at < last.leftAt) continue
		last = { place: placeIn(round.tiempos, orden_id), leftAt: hecha_at }
	}
	return last
}

/** Seconds between stops from the car's position and back to the shop. The first stop has index 1. */
function secondsFromCar(round: RoundRow, stops: readonly StopRow[], open: readonly StopRow[]): number[][] {
	const { place: start } = whereabouts(round, stops)
	const places = open.map(({ orden_id }) => placeIn(round.tiempos, orden_id))
	return [start, ...places].map((from) => [0, ...places].map((to) => round.tiempos.segundos[from]?.[to] ?? 0))
}

/** The open stops with a late order at the cheapest place, the others in their order. */
function withLateStop(round: RoundRow, stops: readonly StopRow[], orderId: string): StopRow[] {
	const others = openOf(stops).filter(({ orden_id }) => orden_id !== orderId)
	const open = [...others, ...openOf(stops).filter(({ orden_id }) => orden_id === orderId)]
	const order = others.map((_, at) => at + 1)
	return insertStop(order, open.length, secondsFromCar(round, stops, open)).flatMap((stop) => open[stop - 1] ?? [])
}

/** The open stops by the shortest driving time; fixed stops keep their index. */
function orderedByDriving(round: RoundRow, stops: readonly StopRow[]): StopRow[] {
	const open = openOf(stops)
	const locked = new Map(open.flatMap(({ fijada }, at) => (fijada ? [[at + 1, at] as const] : [])))
	return orderStops(secondsFromCar(round, stops, open), { locked }).flatMap((stop) => open[stop - 1] ?? [])
}

/** Recomputes the hours of the open stops of a changed round, in their order. */
export async function reschedule(deps: StaffDeps, tx: Transaction, round: RoundRow): Promise<void> {
	const stops = await readStops(tx, round.id)
	await scheduleStops(deps, tx, { round, stops, open: openOf(stops) })
}

/**
 * Sets places and hours of a round's open stops in the order of `open`, behind the finished ones. On the way, customers
 * whose hour moved by more than half an hour are mailed again.
 */
async function scheduleStops(
	deps: StaffDeps,
	tx: Transaction,
	{ round, stops, open }: { round: RoundRow; stops: readonly StopRow[]; open: readonly StopRow[] },
): Promise<void> {
	const over = stops
		.filter(({ estado }) => !isOpenStop(estado))
		.toSorted((one, other) => Number(one.hecha_at) - Number(other.hecha_at))
	for (const [posicion, { id }] of over.entries()) await tx.update(paradas).set({ posicion }).where(eq(paradas.id, id))

	const orders = await readOrders(tx, open)
	const driven = withoutCalledOff(open, orders)
	const { place: from, leftAt: leavesAt } = whereabouts(round, stops)
	const route = driven.map(({ orden_id }) => placeIn(round.tiempos, orden_id))
	const drive = { seconds: round.tiempos.segundos, from, leavesAt, route, minutesPerStop: round.minutos_parada }
	const arrivals = expectedArrivals(drive)
	for (const [at, stop] of open.entries()) {
		const llega_at = arrivals[driven.indexOf(stop)] ?? stop.llega_at
		const isUpToDate = stop.avisada_at !== null && !isWorthAnnouncing(stop.avisada_at, llega_at)
		// No mail is sent for a cancelled order.
		const isMailed = round.estado === 'en_curso' && driven.includes(stop) && !isUpToDate
		const order = isMailed ? orders.get(stop.orden_id) : undefined
		const set = { posicion: over.length + at, llega_at, fijada: stop.fijada, ...(order && { avisada_at: llega_at }) }
		await tx.update(paradas).set(set).where(eq(paradas.id, stop.id))
		if (order) await mailOnTheWay(deps, tx, { order, stopId: stop.id, llega_at, isChange: stop.avisada_at !== null })
	}
	await writeLength(tx, round)
}

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
