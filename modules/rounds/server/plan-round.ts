import { asc, eq, inArray } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { failStopped } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import type { EstadoEntrega } from '#modules/rounds/delivery-state.ts'
import { canLeaveAt } from '#modules/rounds/rounds.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import { type MeasureDeps, measureDriving } from '#modules/rounds/server/round-maps.ts'
import { orderedByDriving, scheduleStops } from '#modules/rounds/server/schedule-stops.ts'
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
