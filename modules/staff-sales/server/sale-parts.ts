import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { type Period, withinDays } from '#core/server/lists/list-page.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { isAnonymized, waitsForCustomer } from '#modules/orders/estado.ts'
import { orderPath } from '#modules/orders/server/order-links.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { ventasEquipo } from '#modules/staff-sales/tables.ts'

/** How and by whom each order was entered; null for those that their customers placed. */
export async function readSales(_deps: unknown, db: Queryable, orders: readonly OrderRow[]) {
	const ids = orders.map(({ id }) => id)
	const rows = await db
		.select({ orden_id: ventasEquipo.orden_id, forma: ventasEquipo.forma, usuario: usuarios.email })
		.from(ventasEquipo)
		.leftJoin(usuarios, eq(usuarios.id, ventasEquipo.usuario_id))
		.where(inArray(ventasEquipo.orden_id, ids))
	const byOrder = new Map(rows.map(({ orden_id, ...sale }) => [orden_id, sale]))
	return ({ id }: OrderRow) => byOrder.get(id) ?? null
}

/** Until when each order that staff entered is reserved, for its customer. */
export async function readOwnSales(deps: unknown, db: Queryable, orders: readonly OrderRow[]) {
	const saleOf = await readSales(deps, db, orders)
	return (order: OrderRow) => {
		if (saleOf(order) === null) return null
		return { reservada_hasta: order.estado === 'pendiente' ? (order.expires_at?.toISOString() ?? null) : null }
	}
}

/** The page of each order that waits for its customer, for staff to send; null for the others. */
export async function readSentLinks(deps: { readonly signer: Signer; readonly clock: Clock }) {
	return (order: OrderRow) =>
		waitsForCustomer(order.estado) && !isAnonymized(order) ? orderPath(deps, order.id, 'sent') : null
}

/** The paid orders of a period that staff entered. */
export async function readSaleNumbers(db: Queryable, period: Period) {
	const [row] = await db
		.select({ ordenes: sql<number>`count(*)::int`, ventas: sql<number>`coalesce(sum(${ordenes.total}), 0)::int` })
		.from(ventasEquipo)
		.innerJoin(ordenes, eq(ordenes.id, ventasEquipo.orden_id))
		.where(and(isNotNull(ordenes.pagada_at), withinDays(ordenes.pagada_at, period)))
	return { ventas_del_equipo: row ?? { ordenes: 0, ventas: 0 } }
}
