import { and, eq, gte, inArray, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import type { OrderDetail, OrderGroup } from '#modules/staff-orders/shapes/order-detail.ts'

const hourMs = 3_600_000

/** Never paid, payable later, and without a proof: only reserved stock is at stake. */
export function isNeverPaid(db: Queryable): SQL | undefined {
	const payments = db.select({ one: sql`1` }).from(pagos).where(eq(pagos.orden_id, ordenes.id))
	return and(
		eq(ordenes.estado, 'pendiente'),
		eq(ordenes.stock_tomado, true),
		isNull(ordenes.pagada_at),
		inArray(ordenes.metodo_pago, ['transferencia', 'efectivo']),
		notExists(payments),
	)
}

/** The unpaid orders of the order's network, or of its clock hour; undefined without a network. */
export function groupOf(db: Queryable, { red, created_at }: OrderRow, group: OrderGroup): SQL | undefined {
	if (group === 'red') return red === null ? undefined : and(isNeverPaid(db), eq(ordenes.red, red))
	const start = new Date(Math.floor(created_at.getTime() / hourMs) * hourMs)
	const isInHour = and(gte(ordenes.created_at, start), lt(ordenes.created_at, new Date(start.getTime() + hourMs)))
	return and(isNeverPaid(db), isInHour)
}

/** The unpaid orders and units that can be cancelled with an order; null for fewer than two. */
export async function readTogether(db: Queryable, order: OrderRow): Promise<OrderDetail['juntas']> {
	const count = async (group: OrderGroup) => {
		const which = groupOf(db, order, group)
		if (!which) return null
		const [found] = await db
			.select({
				ordenes: sql<number>`count(distinct ${ordenes.id})::int`,
				unidades: sql<number>`coalesce(sum(${ordenLineas.cantidad}), 0)::int`,
				isAmong: sql<boolean>`coalesce(bool_or(${ordenes.id} = ${order.id}), false)`,
			})
			.from(ordenes)
			.innerJoin(ordenLineas, eq(ordenLineas.orden_id, ordenes.id))
			.where(which)
		return found?.isAmong && found.ordenes >= 2 ? { ordenes: found.ordenes, unidades: found.unidades } : null
	}
	if (order.estado !== 'pendiente') return { red: null, hora: null }
	return { red: await count('red'), hora: await count('hora') }
}
