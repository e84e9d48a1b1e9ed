import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { countProblem } from '#core/rules/cash-count.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { awaitsHandover, canBeHandedOver } from '#modules/orders/handover.ts'
import { failStopped } from '#modules/orders/server/transition-order.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { isOpenStop, openEstados } from '#modules/rounds/delivery-state.ts'
import { canLeaveAt, collectedCash, maxStops } from '#modules/rounds/rounds.ts'
import { announceOutcome } from '#modules/rounds/server/delivery-mails.ts'
import {
	actOnRound,
	insertStops,
	type LockedRound,
	lockDeliverable,
	openOf,
	orderedByDriving,
	readStops,
	scheduleStops,
	withLateStop,
	writeLength,
} from '#modules/rounds/server/plan-round.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import { type MeasureDeps, measureLate } from '#modules/rounds/server/round-maps.ts'
import type { ArrangeRoundRequest, CloseRoundRequest, RoundAnswer } from '#modules/rounds/shapes.ts'
import { paradas, type RoundRow, rondas } from '#modules/rounds/tables.ts'
import { readShopPosition } from '#modules/settings/server/read-settings.ts'

type RoundChange = Partial<Pick<RoundRow, 'estado' | 'salida_at' | 'tiempos' | 'cerrada_at'>>

/** Updates a locked round and returns it. */
export async function updateRound(tx: Transaction, round: RoundRow, change: RoundChange): Promise<RoundRow> {
	const set = { ...change, version: sql`${rondas.version} + 1` }
	const [changed] = await tx.update(rondas).set(set).where(eq(rondas.id, round.id)).returning()
	if (!changed) throw new Error('the round is gone')
	return changed
}

const auditChange = (tx: Transaction, round: RoundRow, actorId: number, detalle: string) =>
	writeAudit(tx, { tipo: 'ronda', ref: round.id, usuario_id: actorId, accion: 'ronda_cambiada', detalle })

/** Whether both contain the same ids, each once. */
const isSame = (one: readonly string[], other: readonly string[]) =>
	one.length === other.length && new Set(other).size === other.length && other.every((id) => one.includes(id))

/**
 * Sets the order of a round's open stops, and whether each is fixed. Fails with `version_distinta` when the round or
 * its open stops have changed, and with `salida_imposible`.
 */
export async function arrangeRound(
	deps: StaffDeps,
	actorId: number,
	{ id, version, paradas: order, fijadas, salida_at }: ArrangeRoundRequest & { readonly id: string },
): Promise<RoundAnswer | Failure> {
	return await actOnRound(deps, id, async (tx, { round, stops }) => {
		const openIds = openOf(stops).map((stop) => stop.id)
		if (round.version !== version || !isSame(openIds, order)) return fail('version_distinta')
		const requested = round.estado === 'borrador' && salida_at ? new Date(salida_at) : undefined
		if (requested && !canLeaveAt(requested, deps.clock.now())) return fail('salida_imposible')
		const leaves = requested ?? round.salida_at
		const changed = await updateRound(tx, round, { salida_at: leaves })
		const open = order.flatMap((stopId) => stops.filter((stop) => stop.id === stopId))
		const arranged = open.map((stop) => ({ ...stop, fijada: fijadas.includes(stop.id) }))
		await scheduleStops(deps, tx, { round: changed, stops, open: arranged })
		await auditChange(tx, round, actorId, 'orden de las paradas')
		return undefined
	})
}

/** Sorts the open stops by the shortest driving time; fixed stops keep their places. */
export async function orderRound(deps: StaffDeps, actorId: number, id: string): Promise<RoundAnswer | Failure> {
	return await actOnRound(deps, id, async (tx, { round, stops }) => {
		const changed = await updateRound(tx, round, {})
		await scheduleStops(deps, tx, { round: changed, stops, open: orderedByDriving(round, stops) })
		await auditChange(tx, round, actorId, 'orden más corto')
		return undefined
	})
}

async function readPositions(deps: StaffDeps, roundId: string, orderId: string) {
	const position = { id: ordenes.id, lat: ordenes.lat, lng: ordenes.lng }
	const there = await deps.db
		.select(position)
		.from(paradas)
		.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
		.where(eq(paradas.ronda_id, roundId))
		.orderBy(ordenes.id)
	const [added] = await deps.db.select(position).from(ordenes).where(eq(ordenes.id, orderId))
	const [round] = await deps.db.select({ tiempos: rondas.tiempos }).from(rondas).where(eq(rondas.id, roundId))
	return { there, added, tiempos: round?.tiempos }
}

/**
 * Adds an order to a round, also on the way, at the cheapest place; the others keep their order. Fails with
 * `orden_no_se_entrega` for an order not awaiting delivery, and with `version_distinta` after a parallel addition.
 * @throws as `insertStops`.
 */
export async function addStop(
	deps: StaffDeps & MeasureDeps,
	actorId: number,
	{ id, orden_id }: { readonly id: string; readonly orden_id: string },
): Promise<RoundAnswer | Failure> {
	if (!isUuid(id)) return fail('no_encontrado')
	const { there, added, tiempos: before } = await readPositions(deps, id, orden_id)
	if (!before) return fail('no_encontrado')
	if (!added || there.some((order) => order.id === orden_id)) return fail('orden_no_se_entrega')
	const tiempos = await measureLate(deps, before, { shop: await readShopPosition(deps.db), there, added })
	return await actOnRound(deps, id, async (tx, { round, stops }) => {
		if (!stops.every((stop) => tiempos.ordenes.includes(stop.orden_id))) return fail('version_distinta')
		if (stops.length >= maxStops) return fail('orden_no_se_entrega')
		const refusal = await lockDeliverable(tx, [orden_id])
		if (refusal) return refusal
		const changed = await updateRound(tx, round, { tiempos })
		await insertStops(deps, tx, { round, orderIds: [orden_id], first: stops.length })
		const now = await readStops(tx, round.id)
		await scheduleStops(deps, tx, { round: changed, stops: now, open: withLateStop(changed, now, orden_id) })
		await auditChange(tx, round, actorId, 'una orden más')
		return undefined
	})
}

/** Recomputes the hours of the open stops of a changed round, in their order. */
export async function rescheduled(deps: StaffDeps, tx: Transaction, round: RoundRow): Promise<void> {
	const stops = await readStops(tx, round.id)
	await scheduleStops(deps, tx, { round, stops, open: openOf(stops) })
}

/** Removes an order from a round; it waits for the next one. Fails with `parada_hecha` for a finished stop. */
export async function removeStop(
	deps: StaffDeps,
	actorId: number,
	{ id, parada_id }: { readonly id: string; readonly parada_id: string },
): Promise<RoundAnswer | Failure> {
	return await actOnRound(deps, id, async (tx, { round, stops }) => {
		const stop = stops.find((one) => one.id === parada_id)
		if (!stop) return undefined
		if (!isOpenStop(stop.estado)) return fail('parada_hecha')
		await tx.delete(paradas).where(eq(paradas.id, stop.id))
		await rescheduled(deps, tx, await updateRound(tx, round, {}))
		await auditChange(tx, round, actorId, 'una orden menos')
		return undefined
	})
}

/** The failure of a round with a cancelled order or a stopped delivery. */
async function refuseToLeave(tx: Transaction, { stops }: LockedRound): Promise<Failure | undefined> {
	const ids = openOf(stops).map(({ orden_id }) => orden_id)
	const orders = await tx.select().from(ordenes).where(inArray(ordenes.id, ids)).orderBy(asc(ordenes.id)).for('update')
	const left = orders.find((order) => !canBeHandedOver(order))
	if (!left) return undefined
	if (awaitsHandover(left)) return await failStopped(tx, left)
	return fail('orden_no_se_entrega', {
		text: `La orden ${left.nro_orden} ya no se entrega: sácala de la ronda antes de salir.`,
		extra: { nro_orden: left.nro_orden },
	})
}

/**
 * Starts a round: every customer is mailed the hour. Idempotent. Fails with `orden_no_se_entrega` and
 * `entrega_detenida` while one of its orders is not to be delivered.
 */
export async function startRound(deps: StaffDeps, actorId: number, id: string): Promise<RoundAnswer | Failure> {
	return await actOnRound(deps, id, async (tx, locked) => {
		const { round } = locked
		if (round.estado === 'en_curso') return undefined
		const refusal = await refuseToLeave(tx, locked)
		if (refusal) return refusal
		const started = await updateRound(tx, round, { estado: 'en_curso', salida_at: deps.clock.now() })
		const isOpen = and(eq(paradas.ronda_id, round.id), inArray(paradas.estado, [...openEstados]))
		await tx.update(paradas).set({ estado: 'en_ruta' }).where(isOpen)
		await rescheduled(deps, tx, started)
		await writeAudit(tx, { tipo: 'ronda', ref: round.id, usuario_id: actorId, accion: 'ronda_salio' })
		return undefined
	})
}

/** The cancelled orders of a round. */
async function readCancelled(tx: Transaction, { stops }: LockedRound): Promise<ReadonlySet<string>> {
	const isOfRound = inArray(
		ordenes.id,
		stops.map(({ orden_id }) => orden_id),
	)
	const rows = await tx
		.select({ id: ordenes.id })
		.from(ordenes)
		.where(and(isOfRound, eq(ordenes.estado, 'cancelado')))
	return new Set(rows.map(({ id }) => id))
}

/**
 * Closes a round with the count of its cash: orders not visited wait for the next one. A round that never started
 * leaves no stops. A closed round is returned as it is. Fails with `conteo_sin_cuadrar` for collected cash that is
 * not counted, or differs without a reason.
 */
export async function closeRound(
	deps: StaffDeps,
	actorId: number,
	{ id, contado, motivo }: CloseRoundRequest & { readonly id: string },
): Promise<RoundAnswer | Failure> {
	const closed = await actOnRound(deps, id, async (tx, locked) => {
		const { round } = locked
		const now = deps.clock.now()
		const esperado = collectedCash(locked.stops)
		const problem = countProblem(esperado, { contado, motivo })
		if (problem) return fail('conteo_sin_cuadrar', { text: problem.text, extra: { campo: problem.campo } })
		if (round.estado === 'borrador') await tx.delete(paradas).where(eq(paradas.ronda_id, round.id))
		else {
			const cancelled = await readCancelled(tx, locked)
			for (const stop of openOf(locked.stops)) {
				const motivo = cancelled.has(stop.orden_id) ? 'cancelada' : 'sin_visitar'
				const set = { estado: 'no_entregada', motivo, registrada_at: null, hecha_at: null } as const
				await tx.update(paradas).set(set).where(eq(paradas.id, stop.id))
				await announceOutcome(deps, tx, stop.id, 'now')
			}
		}
		await updateRound(tx, round, { estado: 'cerrada', cerrada_at: now })
		await writeLength(tx, round)
		await writeAudit(tx, {
			tipo: 'ronda',
			ref: round.id,
			usuario_id: actorId,
			accion: 'ronda_cerrada',
			...(contado !== undefined && { campo: 'efectivo', antes: esperado, despues: contado, detalle: motivo }),
		})
		return undefined
	})
	return isFailure(closed) && closed.failure === 'ronda_cerrada' ? await readRound(deps, deps.db, id) : closed
}
