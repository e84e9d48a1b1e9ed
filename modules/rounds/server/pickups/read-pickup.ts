import { and, desc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { undoGraceSeconds, undoSeconds } from '#core/rules/undo-times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { OrderMoney } from '#modules/orders/order-money.ts'
import { readOrderMoney, staffMoney } from '#modules/orders/server/read-order-money.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { canUndo } from '#modules/rounds/server/can-undo.ts'
import type { PickupAnswer } from '#modules/rounds/shapes/pickups.ts'
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
