import { desc } from 'drizzle-orm'
import { listPage } from '#core/server/lists/list-page.ts'
import type { StaffDeps } from '#modules/context.ts'
import { deliveriesWhere } from '#modules/rounds/server/deliveries/delivery-filter.ts'
import { describeDeliveries, numbered } from '#modules/rounds/server/deliveries/describe-deliveries.ts'
import type { ListDeliveriesAnswer, ListDeliveriesQuery } from '#modules/rounds/shapes/deliveries.ts'
import { paradas } from '#modules/rounds/tables.ts'

const { numero, fecha_at } = paradas

/** Returns one page of the filtered deliveries, the newest first. */
export async function listDeliveries(
	{ db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
	query: ListDeliveriesQuery,
): Promise<ListDeliveriesAnswer> {
	const now = clock.now()
	const where = deliveriesWhere(db, query, now)
	const list = { table: paradas, key: numero, where, orderBy: [desc(fecha_at), desc(numero)] }
	return await listPage(db, list, query, async (keys) => {
		const oldestFirst = await describeDeliveries(db, numbered(keys), now)
		return oldestFirst.toReversed()
	})
}
