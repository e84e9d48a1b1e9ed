import { timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { settledSeconds } from '#core/rules/undo-times.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { StaffDeps } from '#modules/context.ts'
import { tidyPickupCode } from '#modules/rounds/pickup-code.ts'
import { lockPickup } from '#modules/rounds/server/pickups/lock-pickup.ts'
import { announcePickup } from '#modules/rounds/server/pickups/pickup-mails.ts'
import { canUndoPickup, readPickup } from '#modules/rounds/server/pickups/read-pickup.ts'
import { beforeOf, undoHandover } from '#modules/rounds/server/press-stop.ts'
import { receiveCash } from '#modules/rounds/server/receive-cash.ts'
import type { HandOverRequest, PickupAnswer } from '#modules/rounds/shapes/pickups.ts'
import { type PickupRow, retiros } from '#modules/rounds/tables.ts'
import { moveBy } from '#modules/staff-orders/server/act-on-order.ts'

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
