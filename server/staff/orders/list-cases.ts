import { desc, isNotNull } from 'drizzle-orm'
import type { PageQuery } from '#contract/staff/lists.ts'
import type { StaffOrder } from '#contract/staff/orders.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { countRows } from '#server/staff/lists/count-rows.ts'
import { describeOrders } from '#server/staff/orders/order-rows.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** One page of the orders that the shop could not settle by itself. */
export async function listCases(
	deps: Pick<StaffDeps, 'db' | 'signer' | 'clock'>,
	query: PageQuery,
): Promise<{ results: StaffOrder[]; count: number }> {
	const where = isNotNull(ordenes.atencion)
	const rows = await deps.db
		.select()
		.from(ordenes)
		.where(where)
		.orderBy(desc(ordenes.created_at), desc(ordenes.nro_orden))
		.limit(query.page_size)
		.offset((query.page - 1) * query.page_size)
	return { results: await describeOrders(deps, deps.db, rows), count: await countRows(deps.db, ordenes, where) }
}
