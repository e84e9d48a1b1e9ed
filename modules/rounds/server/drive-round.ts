import { and, asc, eq, inArray } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { countProblem } from '#core/rules/cash-count.ts'
import { settledSeconds } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { promisedDayOf } from '#modules/delivery/delivery-term.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { awaitsHandover, canBeHandedOver } from '#modules/orders/handover.ts'
import { failStopped, lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { canUndo, isOpenStop, openEstados, type TipoPulsacion } from '#modules/rounds/delivery-state.ts'
import { collectedCash } from '#modules/rounds/rounds.ts'
import { cameLate } from '#modules/rounds/route.ts'
import { deletePhotos } from '#modules/rounds/server/delivery-photos.ts'
import { handOver, undoHandover } from '#modules/rounds/server/hand-over.ts'
import {
	lockOpenRound,
	lockRound,
	openOf,
	reschedule,
	updateRound,
	writeLength,
} from '#modules/rounds/server/plan-round.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import type { CloseRoundRequest, DeliverStopRequest, FailStopRequest, RoundAnswer } from '#modules/rounds/shapes.ts'
import { fotosEntrega, paradas, pulsaciones, type RoundRow, type StopRow } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/**
 * Starts a round: every customer is mailed the hour. Idempotent. Refuses with `orden_no_se_entrega` and
 * `entrega_detenida` while one of its orders is not to be delivered, and as `lockOpenRound`.
 */
export async function startRound(deps: StaffDeps, actorId: number, id: string): Promise<RoundAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { round, stops } = await lockOpenRound(tx, id)
		if (round.estado === 'en_curso') return await readRound(deps, tx, id)

		const ids = openOf(stops).map(({ orden_id }) => orden_id)
		const orders = await tx
			.select()
			.from(ordenes)
			.where(inArray(ordenes.id, ids))
			.orderBy(asc(ordenes.id))
			.for('update')
		const left = orders.find((order) => !canBeHandedOver(order))
		if (left && awaitsHandover(left)) orRefuse(await failStopped(tx, left))
		if (left) {
			const text = `La orden ${left.nro_orden} ya no se entrega: sácala de la ronda antes de salir.`
			refuse('orden_no_se_entrega', { text, extra: { nro_orden: left.nro_orden } })
		}

		const started = await updateRound(tx, round, { estado: 'en_curso', salida_at: deps.clock.now() })
		const isOpen = and(eq(paradas.ronda_id, round.id), inArray(paradas.estado, [...openEstados]))
		await tx.update(paradas).set({ estado: 'en_ruta' }).where(isOpen)
		await reschedule(deps, tx, started)
		await writeAudit(tx, { tipo: 'ronda', ref: round.id, usuario_id: actorId, accion: 'ronda_salio' })
		return await readRound(deps, tx, id)
	})
}

/** One press of a courier: its stop, idempotency key, and the phone's time. */
export interface Press {
	readonly stopId: string
	readonly key: string
	readonly actorId: number
	readonly hecha_at: string
}

interface Pressed {
	readonly tx: Transaction
	readonly round: RoundRow
	readonly order: OrderRow
	readonly stop: StopRow
	/** The time of the press: never before the start of the round or in the future, whatever the phone's clock. */
	readonly at: Date
}

/**
 * Runs a press once per key, under the locks of round, order and stop, and returns the round. A refused press stores
 * nothing, not even its key: it may be repeated when the reason is gone. Refuses with `no_encontrado`.
 */
async function pressOnce(
	deps: StaffDeps,
	{ stopId, key, actorId, hecha_at }: Press,
	tipo: TipoPulsacion,
	act: (pressed: Pressed) => Promise<void>,
): Promise<RoundAnswer> {
	const [place] = isUuid(stopId) ? await deps.db.select().from(paradas).where(eq(paradas.id, stopId)) : []
	if (!place) refuse('no_encontrado')
	return await deps.db.transaction(async (tx) => {
		const { round, stops } = await lockRound(tx, place.ronda_id)
		const order = await lockOrder(tx, place.orden_id)
		const stop = stops.find(({ id }) => id === stopId)
		if (!order || !stop) refuse('no_encontrado')
		const pressedAt = new Date(hecha_at)
		const written = await tx
			.insert(pulsaciones)
			.values({ clave: key, parada_id: stopId, tipo, usuario_id: actorId, hecha_at: pressedAt })
			.onConflictDoNothing()
			.returning({ clave: pulsaciones.clave })
		if (written.length === 0) return await readRound(deps, tx, round.id)
		const since = Math.max(pressedAt.getTime(), round.salida_at.getTime())
		const at = new Date(Math.min(since, deps.clock.now().getTime()))
		await act({ tx, round, order, stop, at })
		await reschedule(deps, tx, await updateRound(tx, round, {}))
		return await readRound(deps, tx, round.id)
	})
}

function checkOpen({ round, stop: { estado, hecha_at } }: Pressed): void {
	if (round.estado !== 'en_curso') refuse('ronda_cerrada', { text: 'Esta ronda no está en camino.' })
	if (!isOpenStop(estado)) refuse('parada_hecha', { extra: { estado, hecha_at: hecha_at?.toISOString() ?? null } })
}

/** Writes the outcome of a stop. Its mail waits until the press can no longer be undone. */
async function finishStop(
	deps: StaffDeps,
	{ tx, order, stop, at }: Pressed,
	actorId: number,
	outcome: Partial<StopRow>,
): Promise<void> {
	const promised = promisedDayOf(order, readHolidays((await readSettings(tx)).feriados))
	const atrasada = cameLate({ arrival: stop.avisada_at ?? stop.llega_at, promised }, at)
	const done = { hecha_at: at, registrada_at: deps.clock.now(), hecha_por: actorId, atrasada }
	await tx
		.update(paradas)
		.set({ ...done, ...outcome })
		.where(eq(paradas.id, stop.id))
	await deps.jobs.enqueue(tx, 'avisar_entrega', { parada_id: stop.id }, { startAfterSeconds: settledSeconds })
}

/**
 * Hands the order of a stop over. Refuses with `ronda_cerrada` for a round that is not on its way, with `parada_hecha`
 * for a finished stop, and as `pressOnce` and `handOver`.
 */
export async function deliverStop(
	deps: StaffDeps,
	press: Press,
	{ recibe, recibido, por_transferencia }: Omit<DeliverStopRequest, 'hecha_at'>,
): Promise<RoundAnswer> {
	const { actorId } = press
	return await pressOnce(deps, press, 'entregada', async (pressed) => {
		checkOpen(pressed)
		const handedOver = await handOver(deps, pressed.tx, pressed.order, { actorId, recibido, por_transferencia })
		await finishStop(deps, pressed, actorId, { estado: 'entregada', recibe, ...handedOver })
	})
}

/**
 * Marks a delivery attempt as failed: the order waits for another round, or for a refund. Refuses with `ronda_cerrada`
 * for a round that is not on its way, with `parada_hecha` for a finished stop, and as `pressOnce`.
 */
export async function failStop(
	deps: StaffDeps,
	press: Press,
	{ motivo, nota, sigue }: Pick<FailStopRequest, 'motivo' | 'nota' | 'sigue'>,
): Promise<RoundAnswer> {
	const { actorId } = press
	return await pressOnce(deps, press, 'no_entregada', async (pressed) => {
		checkOpen(pressed)
		await finishStop(deps, pressed, actorId, { estado: 'no_entregada', motivo, nota, sigue })
		await writeAudit(pressed.tx, {
			tipo: 'orden',
			ref: pressed.order.id,
			usuario_id: actorId,
			accion: 'no_entregada',
			detalle: motivo,
		})
	})
}

/**
 * Undoes a recent press at a stop, with its photos. Idempotent. Refuses with `ya_no_se_deshace` afterwards or when the
 * round is closed, and as `pressOnce` and `undoHandover`.
 */
export async function undoStop(deps: StaffDeps & { readonly files: Files }, press: Press): Promise<RoundAnswer> {
	return await pressOnce(deps, press, 'deshecha', async ({ tx, round, order, stop }) => {
		if (isOpenStop(stop.estado)) return
		if (round.estado !== 'en_curso' || !canUndo(stop, deps.clock.now())) refuse('ya_no_se_deshace')
		if (stop.estado === 'entregada' && stop.antes)
			await undoHandover(deps, tx, order, { antes: stop.antes, actorId: press.actorId })
		await tx
			.update(paradas)
			.set({
				estado: 'en_ruta',
				recibe: '',
				motivo: null,
				nota: '',
				cobrado: null,
				vuelto: null,
				antes: null,
				sigue: null,
				hecha_at: null,
				registrada_at: null,
				hecha_por: null,
				atrasada: false,
			})
			.where(eq(paradas.id, stop.id))
		await deletePhotos(tx, deps.files, eq(fotosEntrega.parada_id, stop.id))
	})
}

/**
 * Closes a round with the count of its cash: orders not visited wait for the next one. A round that never started
 * leaves no stops. A closed round is returned as it is. Refuses with `no_encontrado`, and with `conteo_sin_cuadrar` for
 * collected cash that is not counted, or differs without a reason.
 */
export async function closeRound(
	deps: StaffDeps,
	actorId: number,
	{ id, contado, motivo }: CloseRoundRequest & { readonly id: string },
): Promise<RoundAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { round, stops } = await lockRound(tx, id)
		if (round.estado === 'cerrada') return await readRound(deps, tx, id)
		const now = deps.clock.now()
		const esperado = collectedCash(stops)
		const problem = countProblem(esperado, { contado, motivo })
		if (problem) refuse('conteo_sin_cuadrar', { text: problem.text, extra: { campo: problem.campo } })

		if (round.estado === 'borrador') await tx.delete(paradas).where(eq(paradas.ronda_id, round.id))
		else {
			const ids = stops.map(({ orden_id }) => orden_id)
			const cancelled = await tx
				.select({ id: ordenes.id })
				.from(ordenes)
				.where(and(inArray(ordenes.id, ids), eq(ordenes.estado, 'cancelado')))
			for (const stop of openOf(stops)) {
				const motivo = cancelled.some((order) => order.id === stop.orden_id) ? 'cancelada' : 'sin_visitar'
				const set = { estado: 'no_entregada', motivo, registrada_at: null, hecha_at: null } as const
				await tx.update(paradas).set(set).where(eq(paradas.id, stop.id))
				await deps.jobs.enqueue(tx, 'avisar_entrega', { parada_id: stop.id })
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
		return await readRound(deps, tx, id)
	})
}
