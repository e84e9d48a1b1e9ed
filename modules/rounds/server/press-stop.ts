import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { settledSeconds } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { transactionOrFailure } from '#core/server/http/transaction-or-failure.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { promisedDayOf } from '#modules/delivery/delivery-term.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import { cashProblem, cashToCollect } from '#modules/orders/handover.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { canUndo, isOpenStop, type TipoPulsacion } from '#modules/rounds/delivery-state.ts'
import { cameLate } from '#modules/rounds/route.ts'
import { rescheduled, updateRound } from '#modules/rounds/server/change-round.ts'
import { announceOutcome } from '#modules/rounds/server/delivery-mails.ts'
import { deletePhotos } from '#modules/rounds/server/delivery-photos.ts'
import { lockRound } from '#modules/rounds/server/plan-round.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import type { DeliverStopRequest, FailStopRequest, RoundAnswer } from '#modules/rounds/shapes.ts'
import {
	type BeforeDelivery,
	fotosEntrega,
	paradas,
	pulsaciones,
	type RoundRow,
	type StopRow,
} from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { moveBy, restoreOrder } from '#modules/staff-orders/server/act-on-order.ts'

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

/** Limits the time of a press to the round so far. */
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

/**
 * Runs a press once per key, under the locks of round, order and stop, and returns the round. A failed press stores
 * nothing, not even its key: it may be repeated when the reason is gone.
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
	return await transactionOrFailure(deps.db, async (tx) => {
		const locked = await lockRound(tx, place.ronda_id)
		const order = await lockOrder(tx, place.orden_id)
		const stop = locked?.stops.find(({ id }) => id === press.stopId)
		if (!locked || !order || !stop) return fail('no_encontrado')
		if (await isKnown(tx, press, tipo)) return await readRound(deps, tx, locked.round.id)
		const at = withinRound(press.hecha_at, locked.round, deps.clock.now())
		const failure = await act({ tx, round: locked.round, order, stop, at })
		if (failure) return failure
		await rescheduled(deps, tx, await updateRound(tx, locked.round, {}))
		return await readRound(deps, tx, locked.round.id)
	})
}

/** The failure of a press at a stop that is not open; undefined for an open one. */
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

/** Whether the car arrived later than the announced hour or promised day. */
async function isLateAtDoor({ tx, order, stop, at }: Pressed): Promise<boolean> {
	const promised = promisedDayOf(order, readHolidays((await readSettings(tx)).feriados))
	return cameLate({ arrival: stop.avisada_at ?? stop.llega_at, promised }, at)
}

/** Hands the order of a stop over. Fails with `parada_hecha` for a finished stop, and as `handOver`. */
export async function deliverStop(
	deps: StaffDeps,
	press: Press,
	{ recibe, recibido, por_transferencia }: Omit<DeliverStopRequest, 'hecha_at'>,
): Promise<RoundAnswer | Failure> {
	return await pressOnce(deps, press, 'entregada', async (pressed) => {
		const { tx, order } = pressed
		const closed = notOpen(pressed)
		if (closed) return closed
		const handedOver = await handOver(deps, tx, order, { actorId: press.actorId, recibido, por_transferencia })
		if (isFailure(handedOver)) return handedOver
		const atrasada = await isLateAtDoor(pressed)
		await mark(deps, pressed, press.actorId, { estado: 'entregada', atrasada, recibe, ...handedOver })
		await announceOutcome(deps, tx, pressed.stop.id, 'after undo')
		return undefined
	})
}

/**
 * Marks a delivery attempt as failed: the order waits for another round, or for a refund. Fails with `parada_hecha` for
 * a finished stop.
 */
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

/** Undoes a recent press at a stop, with its photos. Fails with `ya_no_se_deshace` afterwards. */
export async function undoStop(
	deps: StaffDeps & { readonly files: Files },
	press: Press,
): Promise<RoundAnswer | Failure> {
	return await pressOnce(deps, press, 'deshecha', async (pressed) => {
		const { tx, round, order, stop } = pressed
		if (isOpenStop(stop.estado)) return undefined
		if (round.estado !== 'en_curso' || !canUndo(stop, deps.clock.now())) return fail('ya_no_se_deshace')
		if (stop.estado === 'entregada' && stop.antes) {
			const failure = await undoHandover(deps, tx, order, { antes: stop.antes, actorId: press.actorId })
			if (failure) return failure
		}
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
		await deletePhotos(tx, deps.files, eq(fotosEntrega.parada_id, stop.id))
		return undefined
	})
}

/** The fields of an order that is delivered on the word that it was paid by transfer. */
const doorTransfer = { metodo_pago: 'transferencia', pagada_at: null, atencion: 'transferencia_en_puerta' } as const

interface HandOver extends Partial<Pick<DeliverStopRequest, 'por_transferencia'>> {
	readonly actorId: number
	readonly recibido: number | undefined
}

/**
 * Hands a locked order over, and collects cash: `recibido` is the amount handed over, with change. A cash order paid
 * `por_transferencia`, as its customer says, is delivered unpaid and a case until staff confirm the transfer; an older
 * case goes to the history until then, and opens again. Returns what an undo needs and what was collected. Fails with
 * `cobro_incompleto` or `cobro_excesivo` for an implausible amount, and as staff's delivery of an order does.
 */
export async function handOver(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ actorId, recibido, por_transferencia = false }: HandOver,
): Promise<(Cash & { readonly antes: BeforeDelivery }) | Failure> {
	const isUnpaid = por_transferencia && cashToCollect(order) > 0
	const money = isUnpaid ? { cobrado: null, vuelto: null } : receiveCash(order, recibido)
	if (isFailure(money)) return money
	const undoableUntil = new Date(deps.clock.now().getTime() + settledSeconds * 1_000)
	const move = { action: 'entregar', estado: 'completado', why: 'entregada', isDone: false } as const
	const set = isUnpaid ? doorTransfer : {}
	const failure = await moveBy(deps, tx, order, { ...move, actorId, undoableUntil, set })
	if (failure) return failure
	const { atencion } = doorTransfer
	const audit = { tipo: 'orden', ref: order.id, usuario_id: actorId, accion: atencion } as const
	const replaced = order.atencion && { campo: 'atencion', antes: order.atencion, despues: atencion }
	if (isUnpaid) await writeAudit(tx, { ...audit, ...replaced })
	return { antes: beforeOf(order), ...money }
}

/** Restores an order as before the hand-over. Fails with `accion_no_corresponde` for one that was changed or paid since. */
export async function undoHandover(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ antes: { atencion, ...antes }, actorId }: { readonly antes: BeforeDelivery; readonly actorId: number },
): Promise<Failure | undefined> {
	const isPaidSince =
		antes.metodo_pago === 'efectivo' && order.metodo_pago === 'transferencia' && order.pagada_at !== null
	if (order.estado !== 'completado' || isPaidSince)
		return fail('accion_no_corresponde', { extra: { estado: order.estado } })
	// Another case opened or was resolved after the hand-over.
	const isOwnCase = order.atencion === doorTransfer.atencion
	const restored = isOwnCase && atencion !== undefined ? { ...antes, atencion } : antes
	return await restoreOrder(deps, tx, order, { antes: restored, actorId, why: 'entrega_deshecha' })
}

/** The fields of an order before its hand-over, for an undo. */
const beforeOf = (order: OrderRow): BeforeDelivery => ({
	estado: order.estado,
	pagado_a_mano: order.pagado_a_mano,
	metodo_pago: order.metodo_pago,
	atencion: order.atencion,
	expires_at: order.expires_at?.toISOString() ?? null,
	pagada_at: order.pagada_at?.toISOString() ?? null,
})

interface Cash {
	readonly cobrado: number | null
	readonly vuelto: number | null
}

/**
 * The cash to collect for an order and the change from `received` CLP; null without cash. Fails with `cobro_incompleto`
 * below the price, and with `cobro_excesivo` for an implausible amount.
 */
function receiveCash(order: OrderRow, received = 0): Cash | Failure {
	const due = cashToCollect(order)
	if (due === 0) return { cobrado: null, vuelto: null }
	const text = cashProblem(due, received)
	if (text === undefined) return { cobrado: due, vuelto: received - due }
	return fail(received < due ? 'cobro_incompleto' : 'cobro_excesivo', {
		text,
		extra: { campo: 'recibido', monto: due },
	})
}
