import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { dayIn } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import { canBeHandedOver, cashToCollect } from '#modules/orders/handover.ts'
import type { OrderMoney } from '#modules/orders/order-money.ts'
import { readOrderMoney, shownMoney } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { canUndo, isOpenStop, motivoNoEntregaText } from '#modules/rounds/delivery-state.ts'
import { collectedCash } from '#modules/rounds/rounds.ts'
import { isLate, windowAround } from '#modules/rounds/route.ts'
import { type PhotoLinkDeps, readPhotoLinks } from '#modules/rounds/server/delivery-photos.ts'
import type { OrderNote, RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'
import { type DrivingTimes, paradas, type RoundRow, rondas, type StopRow } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** The order's data for a courier. */
export function deliverableOf(
	order: OrderRow,
	lines: readonly { color: string; nombre: string; cantidad: number }[],
	money: OrderMoney,
) {
	const { nro_orden, metodo_pago, nombre, telefono, direccion, comuna } = order
	return {
		orden_id: order.id,
		orden_estado: order.estado,
		nro_orden,
		metodo_pago,
		nombre,
		telefono,
		direccion,
		comuna,
		unidades: lines.map(({ color, nombre, cantidad }) => ({ color, nombre, cantidad })),
		por_cobrar: cashToCollect(order),
		...shownMoney(money),
	}
}

/** The hour window of a stop as announced to its customer. */
export function hourOf({ estado, llega_at }: StopRow, round: RoundRow, now: Date) {
	const { desde, hasta } = windowAround(llega_at, isOpenStop(estado) && round.estado === 'en_curso' ? now : llega_at)
	return { desde: desde.toISOString(), hasta: hasta.toISOString() }
}

/** The index of an order in the table of driving times. */
export const placeIn = (times: DrivingTimes, orderId: string) => times.ordenes.indexOf(orderId) + 1

/** Whether the car skips a stop: its order was cancelled, refunded or disputed before the arrival. */
export const isCalledOff = (stop: StopRow, order: OrderRow): boolean =>
	isOpenStop(stop.estado) && !canBeHandedOver(order)

/** Metres and seconds of driving from the shop over all stops and back, in their order. */
export function lengthOf(round: RoundRow, stops: readonly StopRow[]): { metros: number; segundos: number } {
	const { metros, segundos } = round.tiempos
	const route = [0, ...stops.map(({ orden_id }) => placeIn(round.tiempos, orden_id)), 0]
	const sum = (table: readonly (readonly number[])[]) =>
		route.slice(1).reduce((total, to, at) => total + (table[route[at] ?? 0]?.[to] ?? 0), 0)
	return { metros: sum(metros), segundos: sum(segundos) }
}

/** When the car is back at the shop: after the last open stop, or after the last door. */
export function backAt(round: RoundRow, stops: readonly StopRow[]): Date {
	const open = stops.filter(({ estado }) => isOpenStop(estado)).at(-1)
	const done = stops.map(({ hecha_at }) => hecha_at?.getTime() ?? 0)
	const last = open ?? stops.toSorted((one, other) => +(other.hecha_at ?? 0) - +(one.hecha_at ?? 0))[0]
	const place = last ? placeIn(round.tiempos, last.orden_id) : 0
	const leaves = open
		? open.llega_at.getTime() + round.minutos_parada * 60_000
		: Math.max(round.salida_at.getTime(), ...done)
	return new Date(leaves + (round.tiempos.segundos[place]?.[0] ?? 0) * 1_000)
}

/** Returns one round with its stops. Refuses with `no_encontrado`. */
export async function readRound(deps: PhotoLinkDeps, db: Queryable, roundId: string): Promise<RoundAnswer> {
	if (!isUuid(roundId)) refuse('no_encontrado')
	const [found] = await db
		.select({ round: rondas, repartidor: usuarios.email })
		.from(rondas)
		.leftJoin(usuarios, eq(usuarios.id, rondas.repartidor_id))
		.where(eq(rondas.id, roundId))
	if (!found) refuse('no_encontrado')
	const { round, repartidor } = found
	const rows = await db
		.select({ stop: paradas, order: ordenes })
		.from(paradas)
		.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
		.where(eq(paradas.ronda_id, roundId))
		.orderBy(asc(paradas.posicion), asc(paradas.id))
	const orderIds = rows.map(({ order }) => order.id)
	const linesOf = await readLines(db, orderIds)
	const moneyOf = await readOrderMoney(db, orderIds)
	const notesOf = await readNotes(db, orderIds)
	const now = deps.clock.now()
	const stopIds = rows.map(({ stop }) => stop.id)
	const driven = rows.flatMap(({ stop, order }) => (isCalledOff(stop, order) ? [] : [stop]))
	const photosOf = await readPhotoLinks(deps, db, stopIds)
	const { foto_entrega: foto, feriados } = await readSettings(db)
	const isOnTheWay = round.estado === 'en_curso'
	// The count of cash with which it was closed is a row of the audit log.
	const isClosing = and(eq(auditoria.tipo, 'ronda'), eq(auditoria.ref, roundId), eq(auditoria.accion, 'ronda_cerrada'))
	const [count] =
		round.estado === 'cerrada'
			? await db.select({ despues: auditoria.despues, detalle: auditoria.detalle }).from(auditoria).where(isClosing)
			: []
	const stopOf = ({ stop, order }: (typeof rows)[number]): RoundStop => {
		const { id, posicion, fijada, estado, recibe, motivo, nota, sigue, cobrado, vuelto } = stop
		return {
			...deliverableOf(order, linesOf(order.id), moneyOf(order.id)),
			id,
			posicion,
			fijada,
			estado,
			recibe,
			motivo,
			nota,
			sigue,
			cobrado,
			vuelto,
			lat: order.lat,
			lng: order.lng,
			anulada: isCalledOff(stop, order),
			llega_at: stop.llega_at.toISOString(),
			...hourOf(stop, round, now),
			hecha_at: stop.hecha_at?.toISOString() ?? null,
			fotos: photosOf(stop.id),
			notas: notesOf(order.id),
			se_puede_deshacer: isOnTheWay && canUndo(stop, now),
		}
	}
	const { id, numero, estado, version, minutos_parada } = round
	return {
		id,
		numero,
		estado,
		version,
		minutos_parada,
		repartidor,
		foto,
		salida_at: round.salida_at.toISOString(),
		hoy_es_feriado: readHolidays(feriados).has(dayIn(now)),
		vuelve_at: backAt(round, driven).toISOString(),
		...lengthOf(round, driven),
		fuente: round.tiempos.fuente,
		estimada: round.tiempos.estimada,
		efectivo: {
			esperado: collectedCash(rows.map(({ stop }) => stop)),
			contado: count?.despues == null ? null : Number(count.despues),
			motivo: count?.detalle ?? '',
		},
		atrasada:
			isOnTheWay && driven.some((stop) => isOpenStop(stop.estado) && isLate(stop.avisada_at ?? stop.llega_at, now)),
		paradas: rows.map(stopOf),
	}
}

/** Notes shown per order at a stop; the order's screen shows all. */
const mostNotes = 3

/** Reads the latest notes of each order, the newest first: those of staff, and of couriers after failed attempts. */
async function readNotes(db: Queryable, ids: readonly string[]): Promise<(id: string) => OrderNote[]> {
	if (ids.length === 0) return () => []
	const { ref, despues, created_at } = auditoria
	const byStaff = await db
		.select({ ref, despues, created_at })
		.from(auditoria)
		.where(and(eq(auditoria.tipo, 'orden'), inArray(ref, [...ids]), eq(auditoria.accion, 'nota')))
		.orderBy(desc(auditoria.id))
	const { orden_id, motivo, nota, hecha_at } = paradas
	const tries = await db
		.select({ orden_id, motivo, nota, hecha_at })
		.from(paradas)
		.where(and(inArray(orden_id, [...ids]), eq(paradas.estado, 'no_entregada'), ne(nota, '')))
		.orderBy(desc(hecha_at))
	return (id) => {
		const ofStaff = byStaff
			.filter((row) => row.ref === id)
			.map((row) => ({ de: 'equipo' as const, texto: row.despues ?? '', created_at: row.created_at.toISOString() }))
		const ofCouriers = tries
			.filter((row) => row.orden_id === id)
			.map((row) => ({
				de: 'intento' as const,
				texto: `${row.motivo ? `${motivoNoEntregaText[row.motivo]}: ` : ''}${row.nota}`,
				created_at: row.hecha_at?.toISOString() ?? '',
			}))
		return [...ofStaff, ...ofCouriers]
			.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
			.slice(0, mostNotes)
	}
}
