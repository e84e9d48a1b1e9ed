import type { ListDeliveriesAnswer, ListDeliveriesQuery } from '#contract/staff/deliveries.ts'
import { paradas } from '#server/db/tables/rounds.ts'
import { deliveriesWhere } from '#server/staff/deliveries/delivery-filter.ts'
import { describeDeliveries, numbered } from '#server/staff/deliveries/describe-deliveries.ts'
import { countUpTo } from '#server/staff/lists/count-rows.ts'
import { indexScanPage, inOrderOf, maxGathered } from '#server/staff/lists/page-of-rows.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const newestFirst = { table: paradas, columns: [paradas.fecha_at, paradas.numero], isDescending: true } as const

/** One page of the deliveries that a filter chooses, the newest first; after a `cursor` it begins at that very place. */
export async function listDeliveries(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	query: ListDeliveriesQuery,
): Promise<ListDeliveriesAnswer> {
	const now = deps.clock.now()
	const where = deliveriesWhere(deps.db, query, now)
	const counted = await countUpTo(deps.db, paradas, where, maxGathered + 1)
	const hay_mas = counted > maxGathered
	const count = hay_mas ? Number.POSITIVE_INFINITY : counted
	const keys = await indexScanPage(deps.db, newestFirst, where, { ...query, count })
	const rows = keys.length === 0 ? [] : await describeDeliveries(deps.db, numbered(keys), now)
	const isFull = keys.length === query.page_size
	const isLast = query.cursor === undefined && query.page * query.page_size >= count
	return {
		results: inOrderOf(keys, rows, ({ numero }) => numero).map(({ numero: _, ...delivery }) => delivery),
		count: Math.min(counted, maxGathered),
		hay_mas,
		siguiente: isFull && !isLast ? (keys.at(-1) ?? null) : null,
	}
}
