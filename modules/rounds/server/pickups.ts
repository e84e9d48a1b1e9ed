import { randomInt, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { days } from '#core/contract/column-types.ts'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { shopZone } from '#core/rules/shop-zone.ts'
import { settledSeconds } from '#core/rules/undo-times.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { isOpenAt } from '#modules/delivery/shop-place.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { failStopped, lockOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { pickupCodeDigits, tidyPickupCode } from '#modules/rounds/customer-delivery.ts'
import { beforeOf, receiveCash, undoHandover } from '#modules/rounds/server/press-stop.ts'
import { announcePickup, canUndoPickup, mailPickupHour, readPickup } from '#modules/rounds/server/read-pickups.ts'
import type { HandOverRequest, PickupAnswer } from '#modules/rounds/shapes.ts'
import { type PickupRow, retiros } from '#modules/rounds/tables.ts'
import { moveBy } from '#modules/staff-orders/server/act-on-order.ts'

/** Locks a pickup order until `tx` ends, with its agreed hour; undefined for any other order. */
async function lockPickup(
	tx: Transaction,
	orderId: string,
): Promise<{ readonly order: OrderRow; readonly pickup: PickupRow | undefined } | undefined> {
	const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
	if (order?.tipo_entrega !== 'retiro') return undefined
	const [pickup] = await tx.select().from(retiros).where(eq(retiros.orden_id, orderId))
	return { order, pickup }
}

/** Pickup hours are agreed for the coming weeks; a later one is a typing error. */
const furthestDays = 60

/**
 * The time at which the clocks of Santiago show a minute; undefined for one that they skip, or before the shop's first
 * day.
 */
async function momentOf(tx: Transaction, minute: string): Promise<Date | undefined> {
	const isDay = !Number.isNaN(Date.parse(`${minute}:00Z`)) && new Date(`${minute}:00Z`).toJSON().startsWith(minute)
	if (!isDay || minute < days.first) return undefined
	const { rows } = await tx.execute<{ ms: number }>(
		sql`select (extract(epoch from ${minute}::timestamp at time zone ${shopZone}) * 1000)::float8 as ms`,
	)
	return new Date(rows[0]?.ms ?? Number.NaN)
}

/** A random code. */
const newCode = () => String(randomInt(10 ** pickupCodeDigits)).padStart(pickupCodeDigits, '0')

/**
 * Sets the pickup hour of an order (`hora`: `2026-11-25T18:30` in Santiago) and mails it with a code, which stays the
 * same for later hours. Idempotent. Fails with `no_encontrado`, with `accion_no_corresponde` for an order not to be
 * handed over, with `entrega_detenida`, with `valor_invalido` for a past or distant hour, and with `fuera_de_horario`
 * outside the announced opening hours.
 */
export async function agreePickup(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	hora: string,
): Promise<PickupAnswer | Failure> {
	return await deps.db.transaction(async (tx) => {
		const locked = await lockPickup(tx, orderId)
		if (!locked) return fail('no_encontrado')
		const { order, pickup } = locked
		if (!awaitsHandover(order)) return fail('accion_no_corresponde', { extra: { estado: order.estado } })
		if (order.entrega_detenida) return await failStopped(tx, order)
		const at = await momentOf(tx, hora)
		const ahead = at ? at.getTime() - deps.clock.now().getTime() : -1
		if (!at || ahead < 0 || ahead > furthestDays * 86_400_000)
			return fail('valor_invalido', { text: 'Elige una hora de las próximas semanas.', extra: { campo: 'hora' } })
		if (!isOpenAt(order.horario_retiro, hora))
			return fail('fuera_de_horario', { text: `El retiro es ${order.horario_retiro}.`, extra: { campo: 'hora' } })
		if (pickup?.hora_at?.getTime() === at.getTime()) return await readPickup(deps, tx, orderId)
		const agreed = { hora_at: at, codigo: pickup?.codigo ?? newCode(), acuerdos: (pickup?.acuerdos ?? 0) + 1 }
		const [written] = await tx
			.insert(retiros)
			.values({ orden_id: orderId, ...agreed })
			.onConflictDoUpdate({ target: retiros.orden_id, set: agreed })
			.returning()
		await writeAudit(tx, {
			tipo: 'orden',
			ref: orderId,
			usuario_id: actorId,
			accion: 'retiro_acordado',
			detalle: hora.replace('T', ' '),
		})
		if (written) await mailPickupHour(deps, tx, order, written)
		return await readPickup(deps, tx, orderId)
	})
}

/** One press of staff at the station: its order and idempotency key. */
export interface PickupPress {
	readonly orderId: string
	readonly key: string
	readonly actorId: number
}

/** The failure for a wrong code; undefined for the right one. */
function refusedCode(
	pickup: PickupRow | undefined,
	{ codigo, sin_codigo }: Pick<HandOverRequest, 'codigo' | 'sin_codigo'>,
): Failure | undefined {
	if (sin_codigo !== '') return undefined
	const [shown, right] = [Buffer.from(tidyPickupCode(codigo)), Buffer.from(pickup?.codigo ?? '')]
	const isRight = right.length > 0 && shown.length === right.length && timingSafeEqual(shown, right)
	return isRight ? undefined : fail('codigo_retiro', { extra: { campo: 'codigo' } })
}

/**
 * Hands an order over to a customer with its code, or without it for a reason, and collects cash: `recibido` is the
 * amount handed over, with change. Idempotent by key. Fails with `no_encontrado`, with `retiro_hecho` for an order
 * handed over before, with `codigo_retiro`, with `cobro_incompleto` or `cobro_excesivo` for an implausible amount, and
 * as staff's delivery of an order does.
 */
export async function handOverPickup(
	deps: StaffDeps,
	{ orderId, key, actorId }: PickupPress,
	{ codigo, sin_codigo, recibe, recibido }: HandOverRequest,
): Promise<PickupAnswer | Failure> {
	return await deps.db.transaction(async (tx) => {
		const locked = await lockPickup(tx, orderId)
		if (!locked) return fail('no_encontrado')
		const { order, pickup } = locked
		if (pickup?.claves.includes(key)) return await readPickup(deps, tx, orderId)
		if (order.estado === 'completado') return fail('retiro_hecho')
		const wrong = refusedCode(pickup, { codigo, sin_codigo })
		if (wrong) return wrong
		const money = receiveCash(order, recibido)
		if (isFailure(money)) return money
		const move = { action: 'entregar', estado: 'completado', why: 'entregada', actorId, isDone: false } as const
		const undoableUntil = new Date(deps.clock.now().getTime() + settledSeconds * 1_000)
		const failure = await moveBy(deps, tx, order, { ...move, undoableUntil })
		if (isFailure(failure)) return failure
		const done = {
			hecha_at: deps.clock.now(),
			hecha_por: actorId,
			recibe,
			sin_codigo,
			antes: beforeOf(order),
			...money,
			claves: [...(pickup?.claves ?? []), key],
		}
		await tx
			.insert(retiros)
			.values({ orden_id: orderId, ...done })
			.onConflictDoUpdate({ target: retiros.orden_id, set: done })
		if (sin_codigo !== '')
			await writeAudit(tx, {
				tipo: 'orden',
				ref: orderId,
				usuario_id: actorId,
				accion: 'retiro_sin_codigo',
				despues: sin_codigo,
			})
		await announcePickup(deps, tx, orderId)
		return await readPickup(deps, tx, orderId)
	})
}

/** Undoes a recent hand-over. Idempotent by key. Fails with `ya_no_se_deshace` afterwards. */
export async function undoPickup(
	deps: StaffDeps,
	{ orderId, key, actorId }: PickupPress,
): Promise<PickupAnswer | Failure> {
	return await deps.db.transaction(async (tx) => {
		const locked = await lockPickup(tx, orderId)
		if (!locked) return fail('no_encontrado')
		const { order, pickup } = locked
		if (pickup?.claves.includes(key)) return await readPickup(deps, tx, orderId)
		if (!pickup?.antes || !canUndoPickup(pickup, deps.clock.now())) return fail('ya_no_se_deshace')
		const failure = await undoHandover(deps, tx, order, { antes: pickup.antes, actorId })
		if (failure) return failure
		await tx
			.update(retiros)
			.set({
				hecha_at: null,
				hecha_por: null,
				recibe: '',
				sin_codigo: '',
				cobrado: null,
				vuelto: null,
				antes: null,
				claves: [...pickup.claves, key],
			})
			.where(eq(retiros.orden_id, orderId))
		return await readPickup(deps, tx, orderId)
	})
}
