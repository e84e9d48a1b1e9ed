import { and, desc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { settledSeconds, undoGraceSeconds, undoSeconds } from '#core/rules/undo-times.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { StaffDeps } from '#modules/context.ts'
import { cashToCollect } from '#modules/orders/handover.ts'
import type { OrderMoney } from '#modules/orders/order-money.ts'
import { orderMailData } from '#modules/orders/server/order-mails.ts'
import { readOrderMoney, staffMoney } from '#modules/orders/server/read-order-money.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { canUndo } from '#modules/rounds/delivery-state.ts'
import type { PickupAnswer } from '#modules/rounds/shapes.ts'
import { type PickupRow, retiros } from '#modules/rounds/tables.ts'

/** Whether a hand-over can still be undone: as long as a press at a stop. */
export const canUndoPickup = ({ hecha_at }: Pick<PickupRow, 'hecha_at'>, now: Date): boolean =>
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
		...staffMoney(money),
		hora_at: pickup?.hora_at?.toISOString() ?? null,
		hecha_at: pickup?.hecha_at?.toISOString() ?? null,
		cobrado: pickup?.cobrado ?? null,
		vuelto: pickup?.vuelto ?? null,
		se_puede_deshacer: pickup !== null && order.estado === 'completado' && canUndoPickup(pickup, now),
	}
}

/** Returns the state of one pickup. Fails with `no_encontrado`. */
export async function readPickup(
	{ clock }: { readonly clock: Clock },
	db: Queryable,
	orderId: string,
): Promise<PickupAnswer | Failure> {
	const [found] = await db
		.select({ order: ordenes, pickup: retiros })
		.from(ordenes)
		.leftJoin(retiros, eq(retiros.orden_id, ordenes.id))
		.where(and(eq(ordenes.id, orderId), eq(ordenes.tipo_entrega, 'retiro')))
	if (!found) return fail('no_encontrado')
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
	if (ids.length === 0) return new Map()
	const { orden_id, hora_at } = retiros
	const rows = await db
		.select({ orden_id, hora_at })
		.from(retiros)
		.where(and(inArray(orden_id, [...ids]), isNotNull(hora_at)))
	return new Map(rows.flatMap((row) => (row.hora_at ? [[row.orden_id, row.hora_at] as const] : [])))
}

/** Mails a customer the pickup hour and code. */
export async function mailPickupHour(
	deps: Pick<StaffDeps, 'mail'>,
	tx: Transaction,
	order: OrderRow,
	{ hora_at, codigo, acuerdos }: PickupRow,
): Promise<void> {
	if (order.email === '' || !hora_at || codigo === null) return
	await deps.mail(tx, {
		clave: `retiro_acordado:${order.id}:${acuerdos}`,
		plantilla: 'retiro_acordado',
		destinatario: order.email,
		datos: {
			...(await orderMailData(tx, order)),
			hora_at: hora_at.toISOString(),
			codigo,
			cambio: acuerdos > 1,
			por_cobrar: cashToCollect(order),
		},
		orden_id: order.id,
	})
}

/** Enqueues the mail about a hand-over for when it can no longer be undone. */
export async function announcePickup(
	{ jobs }: Pick<StaffDeps, 'jobs'>,
	tx: Transaction,
	orderId: string,
): Promise<void> {
	await jobs.enqueue(tx, 'avisar_entrega', { orden_id: orderId }, { startAfterSeconds: settledSeconds })
}

/** Mails a customer that the order was handed over. Idempotent: one mail per hand-over. */
export async function mailPickupDone(deps: Pick<StaffDeps, 'db' | 'mail' | 'clock'>, orderId: string): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const [found] = await tx
			.select({ order: ordenes, pickup: retiros })
			.from(retiros)
			.innerJoin(ordenes, eq(ordenes.id, retiros.orden_id))
			.where(eq(retiros.orden_id, orderId))
		if (!found?.pickup.hecha_at || found.order.estado !== 'completado' || found.order.email === '') return
		if (canUndoPickup(found.pickup, deps.clock.now())) return
		const hecha_at = found.pickup.hecha_at.toISOString()
		await deps.mail(tx, {
			clave: `entregado:${orderId}:${hecha_at}`,
			plantilla: 'entregado',
			destinatario: found.order.email,
			datos: { ...(await orderMailData(tx, found.order)), hecha_at, recibe: found.pickup.recibe },
			orden_id: orderId,
		})
	})
}
