import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#contract/failure.ts'
import type { DeliverStopRequest, FailStopRequest, RoundAnswer } from '#contract/staff/rounds.ts'
import { readHolidays } from '#domain/delivery/holidays.ts'
import { isOpenStop, settledSeconds, type TipoPulsacion } from '#domain/rounds/delivery-state.ts'
import { cameLate } from '#domain/rounds/late-stop.ts'
import { promisedDayOf } from '#domain/rounds/promised-day.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRow } from '#server/db/tables/orders.ts'
import {
	type BeforeDelivery,
	fotosEntrega,
	paradas,
	pulsaciones,
	type RoundRow,
	type StopRow,
} from '#server/db/tables/rounds.ts'
import type { Files } from '#server/files/files.ts'
import { lockOrder } from '#server/orders/transition-order.ts'
import { isUuid } from '#server/platform/uuid.ts'
import { deletePhotos } from '#server/privacy/purge-delivery-proofs.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import { moveBy } from '#server/staff/orders/act-on-order.ts'
import { restoreOrder } from '#server/staff/orders/restore-order.ts'
import { canUndo } from '#server/staff/rounds/can-undo.ts'
import { rescheduled, updateRound } from '#server/staff/rounds/change-round.ts'
import { lockRound } from '#server/staff/rounds/lock-round.ts'
import { readRound } from '#server/staff/rounds/read-round.ts'
import { receiveCash } from '#server/staff/rounds/receive-cash.ts'
import { announceOutcome } from '#server/staff/rounds/round-mails.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** One press of a courier: at which stop, under which key of the phone, when by its clock. */
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
	/** When it was pressed: never before the car left, never in the future, whatever the phone's clock says. */
	readonly at: Date
}

/** When something was pressed, within the round so far. */
function withinRound(hecha_at: string, round: RoundRow, now: Date): Date {
	const pressed = Math.max(Date.parse(hecha_at), round.salida_at.getTime())
	return new Date(Math.min(pressed, now.getTime()))
}

async function isKnown(tx: Transaction, press: Press, tipo: TipoPulsacion): Promise<boolean> {
	const written = await tx
		.insert(pulsaciones)
		.values({
			clave: press.key,
			parada_id: press.stopId,
			tipo,
			usuario_id: press.actorId,
			hecha_at: new Date(press.hecha_at),
		})
		.onConflictDoNothing()
		.returning({ clave: pulsaciones.clave })
	return written.length === 0
}

class Refused extends Error {
	readonly failure: Failure
	constructor(failure: Failure) {
		super(failure.failure)
		this.failure = failure
	}
}

/**
 * Does what was pressed at a stop, once for each key, under the locks of its round, its order and itself, and answers the round.
 * What is refused leaves no trace, its key neither: it may be pressed again when the reason is gone.
 */
async function pressOnce(
	deps: StaffDeps,
	press: Press,
	tipo: TipoPulsacion,
	act: (pressed: Pressed) => Promise<Failure | undefined>,
): Promise<RoundAnswer | Failure> {
	if (!isUuid(press.stopId)) return fail('no_encontrado')
	const [place] = await deps.db.select().from(paradas).where(eq(paradas.id, press.stopId))
	if (!place) return fail('no_encontrado')
	try {
		return await deps.db.transaction(async (tx) => {
			const locked = await lockRound(tx, place.ronda_id)
			const order = await lockOrder(tx, place.orden_id)
			const stop = locked?.stops.find(({ id }) => id === press.stopId)
			if (!locked || !order || !stop) return fail('no_encontrado')
			if (await isKnown(tx, press, tipo)) return await readRound(deps, tx, locked.round.id)
			const at = withinRound(press.hecha_at, locked.round, deps.clock.now())
			const failure = await act({ tx, round: locked.round, order, stop, at })
			if (failure) throw new Refused(failure)
			await rescheduled(deps, tx, await updateRound(tx, locked.round, {}))
			return await readRound(deps, tx, locked.round.id)
		})
	} catch (error) {
		if (error instanceof Refused) return error.failure
		throw error
	}
}

/** Why nothing can be pressed at a stop now; undefined when it waits for it. */
function notOpen({ round, stop }: Pressed): Failure | undefined {
	if (round.estado !== 'en_curso') return fail('ronda_cerrada', { text: 'Esta ronda no está en camino.' })
	if (isOpenStop(stop.estado)) return undefined
	return fail('parada_hecha', { extra: { estado: stop.estado, hecha_at: stop.hecha_at?.toISOString() ?? null } })
}

async function mark(deps: StaffDeps, { tx, stop, at }: Pressed, actorId: number, set: Partial<StopRow>): Promise<void> {
	const done = { hecha_at: at, registrada_at: deps.clock.now(), hecha_por: actorId }
	await tx
		.update(paradas)
		.set({ ...done, ...set })
		.where(eq(paradas.id, stop.id))
}

/** Whether the car is at the door later than its customer was told, or promised. */
async function isLateAtDoor({ tx, order, stop, at }: Pressed): Promise<boolean> {
	const promised = promisedDayOf(order, readHolidays((await readSettings(tx)).feriados))
	return cameLate({ arrival: stop.avisada_at ?? stop.llega_at, promised }, at)
}

/** What an order goes back to when its hand-over is undone. */
export const beforeOf = ({ estado, expires_at, pagada_at, pagado_a_mano }: OrderRow): BeforeDelivery => ({
	estado,
	pagado_a_mano,
	expires_at: expires_at?.toISOString() ?? null,
	pagada_at: pagada_at?.toISOString() ?? null,
})

/**
 * The order is with its customer, and paid where it is paid in cash: `recibido` is what was handed over, the rest goes back.
 * Refuses with `cobro_incompleto` or `cobro_excesivo` what cannot be its price, with `parada_hecha` what is over, and whatever staff's own delivery of an
 * order refuses.
 */
export async function deliverStop(
	deps: StaffDeps,
	press: Press,
	{ recibe, recibido }: Pick<DeliverStopRequest, 'recibe' | 'recibido'>,
): Promise<RoundAnswer | Failure> {
	return await pressOnce(deps, press, 'entregada', async (pressed) => {
		const { tx, order } = pressed
		const closed = notOpen(pressed)
		if (closed) return closed
		const money = receiveCash(order, recibido)
		if (isFailure(money)) return money
		const { actorId } = press
		const done = { action: 'entregar', estado: 'completado', why: 'entregada', isDone: false } as const
		const undoableUntil = new Date(deps.clock.now().getTime() + settledSeconds * 1_000)
		const move = { ...done, actorId, undoableUntil }
		const atrasada = await isLateAtDoor(pressed)
		const failure = await moveBy(deps, tx, order, move)
		if (isFailure(failure)) return failure
		await mark(deps, pressed, actorId, { estado: 'entregada', atrasada, recibe, antes: beforeOf(order), ...money })
		await announceOutcome(deps, tx, pressed.stop.id, 'after undo')
		return undefined
	})
}

/** Nobody took the order: it waits for another round, or for its money to go back. Refuses with `parada_hecha` what is over. */
export async function failStop(
	deps: StaffDeps,
	press: Press,
	{ motivo, nota, sigue }: Pick<FailStopRequest, 'motivo' | 'nota' | 'sigue'>,
): Promise<RoundAnswer | Failure> {
	return await pressOnce(deps, press, 'no_entregada', async (pressed) => {
		const closed = notOpen(pressed)
		if (closed) return closed
		const atrasada = await isLateAtDoor(pressed)
		const set = { estado: 'no_entregada', atrasada, motivo, nota, sigue } as const
		await mark(deps, pressed, press.actorId, set)
		await announceOutcome(deps, pressed.tx, pressed.stop.id, 'after undo')
		await writeAudit(pressed.tx, {
			tipo: 'orden',
			ref: pressed.order.id,
			usuario_id: press.actorId,
			accion: 'no_entregada',
			detalle: motivo,
		})
		return undefined
	})
}

async function takeBack(deps: StaffDeps, { tx, order, stop }: Pressed, actorId: number): Promise<Failure | undefined> {
	const { antes } = stop
	if (stop.estado !== 'entregada' || !antes) return undefined
	return await undoHandover(deps, tx, order, { antes, actorId })
}

/** Sets an order back to what it was before it was handed over. Refuses what was moved on since. */
export async function undoHandover(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ antes, actorId }: { readonly antes: BeforeDelivery; readonly actorId: number },
): Promise<Failure | undefined> {
	// Somebody moved it on since: what they decided stays.
	if (order.estado !== 'completado') return fail('accion_no_corresponde', { extra: { estado: order.estado } })
	return await restoreOrder(deps, tx, order, { antes, actorId, why: 'entrega_deshecha' })
}

/** Takes back what was pressed at a stop a moment ago, with its photos. Refuses with `ya_no_se_deshace` after it. */
export async function undoStop(
	deps: StaffDeps & { readonly files: Files },
	press: Press,
): Promise<RoundAnswer | Failure> {
	return await pressOnce(deps, press, 'deshecha', async (pressed) => {
		const { round, stop } = pressed
		if (isOpenStop(stop.estado)) return undefined
		if (round.estado !== 'en_curso' || !canUndo(stop, deps.clock.now())) return fail('ya_no_se_deshace')
		const failure = await takeBack(deps, pressed, press.actorId)
		if (failure) return failure
		await mark(deps, pressed, press.actorId, {
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
		await deletePhotos(pressed.tx, deps.files, eq(fotosEntrega.parada_id, stop.id))
		return undefined
	})
}
