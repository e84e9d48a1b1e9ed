import { desc } from 'drizzle-orm'
import type { ListDeliveriesAnswer, ListDeliveriesQuery } from '#contract/staff/deliveries.ts'
import { paradas } from '#server/db/tables/rounds.ts'
import { deliveriesWhere } from '#server/staff/deliveries/delivery-filter.ts'
import { describeDeliveries, numbered } from '#server/staff/deliveries/describe-deliveries.ts'
import { listPage } from '#server/staff/lists/list-page.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

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
