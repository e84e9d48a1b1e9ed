import { asc, eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { cashToCollect } from '#modules/orders/handover.ts'
import type { OrderMoney } from '#modules/orders/order-money.ts'
import { readOrderMoney, staffMoney } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { isLate, windowAround } from '#modules/rounds/arrivals.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { canUndo } from '#modules/rounds/server/can-undo.ts'
import { type PhotoLinkDeps, readPhotoLinks } from '#modules/rounds/server/photo-links.ts'
import { readNotes } from '#modules/rounds/server/read-notes.ts'
import { backAt, isCalledOff, lengthOf } from '#modules/rounds/server/round-length.ts'
import type { OrderNote, RoundAnswer, RoundStop } from '#modules/rounds/shapes/rounds.ts'
import { paradas, type RoundRow, rondas, type StopRow } from '#modules/rounds/tables.ts'
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
		...staffMoney(money),
	}
}

interface StopFacts {
	readonly round: RoundRow
	readonly now: Date
	readonly fotos: string[]
	readonly notas: OrderNote[]
}

/** The hour window of a stop as announced to its customer. */
export function hourOf({ estado, llega_at }: StopRow, round: RoundRow, now: Date) {
	const { desde, hasta } = windowAround(llega_at, isOpenStop(estado) && round.estado === 'en_curso' ? now : llega_at)
	return { desde: desde.toISOString(), hasta: hasta.toISOString() }
}

function stopOf(
	stop: StopRow,
	order: OrderRow,
	deliverable: ReturnType<typeof deliverableOf>,
	{ round, now, fotos, notas }: StopFacts,
): RoundStop {
	const { id, posicion, fijada, estado, recibe, motivo, nota, sigue, cobrado, vuelto } = stop
	return {
		...deliverable,
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
		fotos,
		notas,
		se_puede_deshacer: round.estado === 'en_curso' && canUndo(stop, now),
	}
}

/** Returns one round with its stops. Fails with `no_encontrado`. */
export async function readRound(deps: PhotoLinkDeps, db: Queryable, roundId: string): Promise<RoundAnswer | Failure> {
	if (!isUuid(roundId)) return fail('no_encontrado')
	const [found] = await db
		.select({ round: rondas, repartidor: usuarios.email })
		.from(rondas)
		.leftJoin(usuarios, eq(usuarios.id, rondas.repartidor_id))
		.where(eq(rondas.id, roundId))
	if (!found) return fail('no_encontrado')
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
	const { foto_entrega: foto } = await readSettings(db)
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
		vuelve_at: backAt(round, driven).toISOString(),
		...lengthOf(round, driven),
		fuente: round.tiempos.fuente,
		estimada: round.tiempos.estimada,
		atrasada:
			estado === 'en_curso' &&
			driven.some((stop) => isOpenStop(stop.estado) && isLate(stop.avisada_at ?? stop.llega_at, now)),
		paradas: rows.map(({ stop, order }) =>
			stopOf(stop, order, deliverableOf(order, linesOf(order.id), moneyOf(order.id)), {
				round,
				now,
				fotos: photosOf(stop.id),
				notas: notesOf(order.id),
			}),
		),
	}
}
