import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/context.ts'
import { canBeHandedOver } from '#modules/orders/handover.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { isOpenStop, openEstados } from '#modules/rounds/delivery-state.ts'
import { expectedArrivals, insertStop, isWorthAnnouncing, orderStops } from '#modules/rounds/route.ts'
import { mailOnTheWay } from '#modules/rounds/server/delivery-mails.ts'
import { paradas, type RoundRow, rondas, type StopRow } from '#modules/rounds/tables.ts'

type Times = RoundRow['tiempos']

/** The index of an order in the table of driving times. */
const placeIn = (times: Times, orderId: string) => times.ordenes.indexOf(orderId) + 1

/** Where the car is and since when: at the last door, or at the shop. */
function whereabouts(round: RoundRow, stops: readonly StopRow[]): { place: number; leftAt: Date } {
	let last: { place: number; leftAt: Date } = { place: 0, leftAt: round.salida_at }
	for (const { hecha_at, orden_id, estado } of stops) {
		if (isOpenStop(estado) || !hecha_at || hecha_at < last.leftAt) continue
		last = { place: placeIn(round.tiempos, orden_id), leftAt: hecha_at }
	}
	return last
}

const openOf = (stops: readonly StopRow[]) => stops.filter(({ estado }) => isOpenStop(estado))

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

/** The order of a stop if it is still to be handed over: no mail is sent for a cancelled one. */
async function readExpected(tx: Transaction, stop: StopRow): Promise<OrderRow | undefined> {
	const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, stop.orden_id))
	return order && canBeHandedOver(order) ? order : undefined
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
	const { place: from, leftAt: leavesAt } = whereabouts(round, stops)
	const driven = await withoutCalledOff(tx, open)
	const route = driven.map(({ orden_id }) => placeIn(round.tiempos, orden_id))
	const drive = { seconds: round.tiempos.segundos, from, leavesAt, route, minutesPerStop: round.minutos_parada }
	const arrivals = expectedArrivals(drive)
	for (const [at, stop] of open.entries()) {
		const llega_at = arrivals[driven.indexOf(stop)] ?? stop.llega_at
		const isUpToDate = stop.avisada_at !== null && !isWorthAnnouncing(stop.avisada_at, llega_at)
		const order = round.estado === 'en_curso' && !isUpToDate ? await readExpected(tx, stop) : undefined
		const set = { posicion: over + at, llega_at, fijada: stop.fijada, ...(order && { avisada_at: llega_at }) }
		await tx.update(paradas).set(set).where(eq(paradas.id, stop.id))
		if (order) await mailOnTheWay(deps, tx, { order, stopId: stop.id, llega_at, isChange: stop.avisada_at !== null })
	}
	await writeLength(tx, round)
}

/** Whether the car skips a stop: its order was cancelled, refunded or disputed before the arrival. */
export const isCalledOff = (stop: StopRow, order: OrderRow): boolean =>
	isOpenStop(stop.estado) && !canBeHandedOver(order)

/** The stops without the cancelled ones, to which the car does not drive. */
async function withoutCalledOff(tx: Transaction, stops: readonly StopRow[]): Promise<StopRow[]> {
	const ids = stops.map(({ orden_id }) => orden_id)
	const found = ids.length === 0 ? [] : await tx.select().from(ordenes).where(inArray(ordenes.id, ids))
	const orders = new Map(found.map((order) => [order.id, order]))
	return stops.filter((stop) => {
		const order = orders.get(stop.orden_id)
		return order !== undefined && !isCalledOff(stop, order)
	})
}

/** Metres and seconds of driving from the shop over all stops and back, in their order. */
export function lengthOf(round: RoundRow, stops: readonly StopRow[]): { metros: number; segundos: number } {
	const { ordenes, metros, segundos } = round.tiempos
	const route = [0, ...stops.map(({ orden_id }) => ordenes.indexOf(orden_id) + 1), 0]
	const sum = (table: readonly (readonly number[])[]) =>
		route.slice(1).reduce((total, to, at) => total + (table[route[at] ?? 0]?.[to] ?? 0), 0)
	return { metros: sum(metros), segundos: sum(segundos) }
}

/** When the car is back at the shop: after the last open stop, or after the last door. */
export function backAt(round: RoundRow, stops: readonly StopRow[]): Date {
	const open = stops.filter(({ estado }) => isOpenStop(estado)).at(-1)
	const done = stops.map(({ hecha_at }) => hecha_at?.getTime() ?? 0)
	const last = open ?? stops.toSorted((one, other) => +(other.hecha_at ?? 0) - +(one.hecha_at ?? 0))[0]
	const place = last ? round.tiempos.ordenes.indexOf(last.orden_id) + 1 : 0
	const leaves = open
		? open.llega_at.getTime() + round.minutos_parada * 60_000
		: Math.max(round.salida_at.getTime(), ...done)
	return new Date(leaves + (round.tiempos.segundos[place]?.[0] ?? 0) * 1_000)
}

/** Stores a round's distance and duration; stops not visited do not count. */
export async function writeLength(tx: Transaction, round: RoundRow): Promise<void> {
	const isDriven = or(inArray(paradas.estado, [...openEstados]), isNotNull(paradas.hecha_at))
	const driven = await tx
		.select()
		.from(paradas)
		.where(and(eq(paradas.ronda_id, round.id), isDriven))
		.orderBy(asc(paradas.posicion), asc(paradas.id))
	const stops = await withoutCalledOff(tx, driven)
	const seconds = (backAt(round, stops).getTime() - round.salida_at.getTime()) / 1_000
	const length = { metros: lengthOf(round, stops).metros, segundos: stops.length === 0 ? 0 : Math.round(seconds) }
	await tx.update(rondas).set(length).where(eq(rondas.id, round.id))
}
