import { randomInt, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { settledSeconds, undoGraceSeconds, undoSeconds } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { isOpenAt } from '#modules/delivery/shop-place.ts'
import type { NotifyContext, StaffDeps } from '#modules/lists/context.ts'
import { awaitsHandover, cashToCollect } from '#modules/orders/handover.ts'
import type { OrderMoney } from '#modules/orders/order-money.ts'
import { orderMailData } from '#modules/orders/server/order-mails.ts'
import { readOrderMoney, shownMoney } from '#modules/orders/server/read-order-money.ts'
import { failStopped, lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { pickupCodeDigits, tidyPickupCode } from '#modules/rounds/customer-delivery.ts'
import { canUndo } from '#modules/rounds/delivery-state.ts'
import { momentInSantiago } from '#modules/rounds/rounds.ts'
import { mailDoorTransfer } from '#modules/rounds/server/delivery-mails.ts'
import { handOver, undoHandover } from '#modules/rounds/server/hand-over.ts'
import type { HandOverRequest, PickupAnswer } from '#modules/rounds/shapes.ts'
import { type PickupRow, retiros } from '#modules/rounds/tables.ts'

/** Locks a pickup order until `tx` ends, with its agreed hour, if any. Refuses any other order with `no_encontrado`. */
async function lockPickup(tx: Transaction, orderId: string) {
	const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
	if (order?.tipo_entrega !== 'retiro') refuse('no_encontrado')
	const [pickup] = await tx.select().from(retiros).where(eq(retiros.orden_id, orderId))
	return { order, pickup }
}

/** Pickup hours are agreed for the coming weeks; a later one is a typing error. */
const furthestDays = 60

/**
 * Sets the pickup hour of an order (`hora`: `2026-11-25T18:30` in Santiago) and mails it with a code, which stays the
 * same for later hours. Idempotent. Refuses with `no_encontrado`, with `accion_no_corresponde` for an order not to be
 * handed over, with `entrega_detenida`, with `valor_invalido` for a past or distant hour, and with `fuera_de_horario`
 * outside the announced opening hours.
 */
export async function agreePickup(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	hora: string,
): Promise<PickupAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { order, pickup } = await lockPickup(tx, orderId)
		if (!awaitsHandover(order)) refuse('accion_no_corresponde', { extra: { estado: order.estado } })
		if (order.entrega_detenida) orRefuse(await failStopped(tx, order))
		const hora_at = momentInSantiago(hora)
		const ahead = hora_at ? hora_at.getTime() - deps.clock.now().getTime() : -1
		if (!hora_at || ahead < 0 || ahead > furthestDays * 86_400_000)
			return refuse('valor_invalido', { text: 'Elige una hora de las próximas semanas.', extra: { campo: 'hora' } })
		if (!isOpenAt(order.horario_retiro, hora))
			refuse('fuera_de_horario', { text: `El retiro es ${order.horario_retiro}.`, extra: { campo: 'hora' } })
		if (pickup?.hora_at?.getTime() === hora_at.getTime()) return await readPickup(deps, tx, orderId)

		const newCode = () => String(randomInt(10 ** pickupCodeDigits)).padStart(pickupCodeDigits, '0')
		const codigo = pickup?.codigo ?? newCode()
		const acuerdos = (pickup?.acuerdos ?? 0) + 1
		const agreed = { hora_at, codigo, acuerdos }
		await tx
			.insert(retiros)
			.values({ orden_id: orderId, ...agreed })
			.onConflictDoUpdate({ target: retiros.orden_id, set: agreed })
		await writeAudit(tx, {
			tipo: 'orden',
			ref: orderId,
			usuario_id: actorId,
			accion: 'retiro_acordado',
			detalle: hora.replace('T', ' '),
		})
		if (order.email !== '')
			await deps.mail(tx, {
				clave: `retiro_acordado:${orderId}:${acuerdos}`,
				plantilla: 'retiro_acordado',
				destinatario: order.email,
				datos: {
					...(await orderMailData(tx, order)),
					hora_at: hora_at.toISOString(),
					codigo,
					cambio: acuerdos > 1,
					por_cobrar: cashToCollect(order),
				},
				orden_id: orderId,
			})
		return await readPickup(deps, tx, orderId)
	})
}

/** One press of staff at the station: its order and idempotency key. */
export interface PickupPress {
	readonly orderId: string
	readonly key: string
	readonly actorId: number
}

/**
 * Hands an order over to a customer with its code, or without it for a reason. Idempotent by key. Refuses with
 * `no_encontrado`, with `retiro_hecho` for an order handed over before, with `codigo_retiro`, and as `handOver`.
 */
export async function handOverPickup(
	deps: StaffDeps,
	{ orderId, key, actorId }: PickupPress,
	{ codigo, sin_codigo, recibe, recibido, por_transferencia }: HandOverRequest,
): Promise<PickupAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { order, pickup } = await lockPickup(tx, orderId)
		if (pickup?.claves.includes(key)) return await readPickup(deps, tx, orderId)
		if (order.estado === 'completado') refuse('retiro_hecho')
		const [shown, right] = [Buffer.from(tidyPickupCode(codigo)), Buffer.from(pickup?.codigo ?? '')]
		const isRight = right.length > 0 && shown.length === right.length && timingSafeEqual(shown, right)
		if (sin_codigo === '' && !isRight) refuse('codigo_retiro', { extra: { campo: 'codigo' } })

		const done = {
			...(await handOver(deps, tx, order, { actorId, recibido, por_transferencia })),
			hecha_at: deps.clock.now(),
			hecha_por: actorId,
			recibe,
			sin_codigo,
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
		// The mail waits until the hand-over can no longer be undone.
		await deps.jobs.enqueue(tx, 'avisar_entrega', { orden_id: orderId }, { startAfterSeconds: settledSeconds })
		return await readPickup(deps, tx, orderId)
	})
}

/**
 * Undoes a recent hand-over. Idempotent by key. Refuses with `no_encontrado`, with `ya_no_se_deshace` afterwards, and as
 * `undoHandover`.
 */
export async function undoPickup(deps: StaffDeps, { orderId, key, actorId }: PickupPress): Promise<PickupAnswer> {
	return await deps.db.transaction(async (tx) => {
		const { order, pickup } = await lockPickup(tx, orderId)
		if (pickup?.claves.includes(key)) return await readPickup(deps, tx, orderId)
		if (!pickup?.antes || !canUndoPickup(pickup, deps.clock.now())) refuse('ya_no_se_deshace')
		await undoHandover(deps, tx, order, { antes: pickup.antes, actorId })
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

/** Whether a hand-over can still be undone: as long as a press at a stop. */
const canUndoPickup = ({ hecha_at }: Pick<PickupRow, 'hecha_at'>, now: Date): boolean =>
	canUndo({ estado: hecha_at ? 'entregada' : 'por_preparar', registrada_at: hecha_at }, now)

function describePickup(
	order: OrderRow,
	pickup: PickupRow | null,
	{ now, money }: { now: Date; money: OrderMoney },
): PickupAnswer {
	return {
		orden_id: order.id,
		nro_orden: order.nro_orden,
		orden_estado: order.estado,
		nombre: order.nombre,
		metodo_pago: order.metodo_pago,
		...shownMoney(money),
		hora_at: pickup?.hora_at?.toISOString() ?? null,
		hecha_at: pickup?.hecha_at?.toISOString() ?? null,
		cobrado: pickup?.cobrado ?? null,
		vuelto: pickup?.vuelto ?? null,
		se_puede_deshacer: pickup !== null && order.estado === 'completado' && canUndoPickup(pickup, now),
	}
}

async function readPickup({ clock }: Pick<StaffDeps, 'clock'>, db: Queryable, orderId: string): Promise<PickupAnswer> {
	const [found] = await db
		.select({ order: ordenes, pickup: retiros })
		.from(ordenes)
		.leftJoin(retiros, eq(retiros.orden_id, ordenes.id))
		.where(and(eq(ordenes.id, orderId), eq(ordenes.tipo_entrega, 'retiro')))
	if (!found) refuse('no_encontrado')
	const moneyOf = await readOrderMoney(db, [orderId])
	return describePickup(found.order, found.pickup, { now: clock.now(), money: moneyOf(orderId) })
}

/** The pickups handed over a moment ago, the latest first. */
export async function readHandedOver(db: Queryable, now: Date): Promise<PickupAnswer[]> {
	const since = new Date(now.getTime() - (undoSeconds + undoGraceSeconds) * 1_000)
	const rows = await db
		.select({ order: ordenes, pickup: retiros })
		.from(retiros)
		.innerJoin(ordenes, eq(ordenes.id, retiros.orden_id))
		.where(gte(retiros.hecha_at, since))
		.orderBy(desc(retiros.hecha_at))
	const moneyOf = await readOrderMoney(
		db,
		rows.map(({ order }) => order.id),
	)
	return rows
		.map(({ order, pickup }) => describePickup(order, pickup, { now, money: moneyOf(order.id) }))
		.filter(({ se_puede_deshacer }) => se_puede_deshacer)
}

/** The agreed hour of each order that has one. */
export async function readAgreedHours(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
	const { orden_id, hora_at } = retiros
	const rows = await db
		.select({ orden_id, hora_at })
		.from(retiros)
		.where(and(inArray(orden_id, [...ids]), isNotNull(hora_at)))
	return new Map(rows.flatMap((row) => (row.hora_at ? [[row.orden_id, row.hora_at] as const] : [])))
}

/** Mails the hand-over to its customer, and a transfer to confirm to staff. Idempotent: one mail per hand-over. */
export async function mailPickupDone(
	deps: NotifyContext & Pick<StaffDeps, 'db' | 'clock'>,
	orderId: string,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const [found] = await tx
			.select({ order: ordenes, pickup: retiros })
			.from(retiros)
			.innerJoin(ordenes, eq(ordenes.id, retiros.orden_id))
			.where(eq(retiros.orden_id, orderId))
		if (!found?.pickup.hecha_at || found.order.estado !== 'completado') return
		if (canUndoPickup(found.pickup, deps.clock.now())) return
		const hecha_at = found.pickup.hecha_at.toISOString()
		await mailDoorTransfer(deps, tx, found.order, hecha_at)
		if (found.order.email === '') return
		await deps.mail(tx, {
			clave: `entregado:${orderId}:${hecha_at}`,
			plantilla: 'entregado',
			destinatario: found.order.email,
			datos: { ...(await orderMailData(tx, found.order)), hecha_at, recibe: found.pickup.recibe },
			orden_id: orderId,
		})
	})
}
