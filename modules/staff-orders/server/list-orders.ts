import { asc, desc, inArray } from 'drizzle-orm'
import { listPage } from '#core/server/lists/list-page.ts'
import type { StaffDeps } from '#modules/context.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { numberIn, ordersWhere } from '#modules/staff-orders/server/order-filter.ts'
import { describeOrders } from '#modules/staff-orders/server/order-rows.ts'
import type { ListOrdersAnswer, ListOrdersQuery } from '#modules/staff-orders/shapes/orders.ts'

const { nro_orden, created_at, total } = ordenes

const orders = {
	reciente: [desc(created_at), desc(nro_orden)],
	antigua: [asc(created_at), asc(nro_orden)],
	total_mayor: [desc(total), desc(nro_orden)],
	total_menor: [asc(total), asc(nro_orden)],
	numero: [asc(nro_orden)],
} as const

/** A search by number lists the exact order first, then those with the prefix. */
const isByNumber = ({ nro_orden: typed }: ListOrdersQuery) => typed !== undefined && numberIn(typed) !== undefined

/** Returns one page of the filtered orders. */
export async function listOrders(
	deps: Pick<StaffDeps, 'db' | 'signer' | 'clock'>,
	query: ListOrdersQuery,
): Promise<ListOrdersAnswer> {
	const { db } = deps
	const orderBy = orders[query.orden ?? (isByNumber(query) ? 'numero' : 'reciente')]
	const list = { table: ordenes, key: nro_orden, where: ordersWhere(db, query), orderBy }
	return await listPage(db, list, query, async (keys) => {
		const rows = await db
			.select()
			.from(ordenes)
			.where(inArray(nro_orden, keys))
			.orderBy(...orderBy)
		return await describeOrders(deps, db, rows)
	})
}
