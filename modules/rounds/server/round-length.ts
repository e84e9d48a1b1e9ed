import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { canBeHandedOver } from '#modules/orders/handover.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { isOpenStop, openEstados } from '#modules/rounds/delivery-state.ts'
import { paradas, type RoundRow, rondas, type StopRow } from '#modules/rounds/tables.ts'

/** Whether the car skips a stop: its order was cancelled, refunded or disputed before the arrival. */
export const isCalledOff = (stop: StopRow, order: OrderRow): boolean =>
	isOpenStop(stop.estado) && !canBeHandedOver(order)

/** The stops without the cancelled ones, to which the car does not drive. */
export async function withoutCalledOff(tx: Transaction, stops: readonly StopRow[]): Promise<StopRow[]> {
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
