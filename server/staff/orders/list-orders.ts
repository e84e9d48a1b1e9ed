import { inArray } from 'drizzle-orm'
import type { ListOrdersAnswer, ListOrdersQuery } from '#contract/staff/orders.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { type CountAll, countRows } from '#server/staff/lists/count-rows.ts'
import {
	type FoundPage,
	indexScanPage,
	inOrderOf,
	type Sorting,
	searchThenSort,
} from '#server/staff/lists/page-of-rows.ts'
import { hasWords, numberIn, ordersWhere } from '#server/staff/orders/order-filter.ts'
import { describeOrders } from '#server/staff/orders/order-rows.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const byDate = { table: ordenes, columns: [ordenes.created_at, ordenes.nro_orden] } as const
const byTotal = { table: ordenes, columns: [ordenes.total, ordenes.nro_orden] } as const
const byNumber = { table: ordenes, columns: [ordenes.nro_orden] } as const

const sortings = {
	reciente: { ...byDate, isDescending: true },
	antigua: { ...byDate, isDescending: false },
	total_mayor: { ...byTotal, isDescending: true },
	total_menor: { ...byTotal, isDescending: false },
} as const satisfies Record<string, Sorting>

function sortingOf({ orden, nro_orden }: ListOrdersQuery): Sorting {
	if (orden !== undefined) return sortings[orden]
	// Whoever types a number wants that order first, then those that only begin alike.
	const isNumber = nro_orden !== undefined && numberIn(nro_orden) !== undefined
	return isNumber ? { ...byNumber, isDescending: false } : sortings.reciente
}

type ListDeps = Pick<StaffDeps, 'db' | 'signer' | 'clock'> & { countAll: CountAll }

async function findPage(deps: ListDeps, query: ListOrdersQuery): Promise<FoundPage> {
	const where = ordersWhere(deps.db, query)
	const sorting = sortingOf(query)
	if (hasWords(query)) return await searchThenSort(deps.db, sorting, where, query)
	const count = where === undefined ? await deps.countAll() : await countRows(deps.db, ordenes, where)
	return { keys: await indexScanPage(deps.db, sorting, where, { ...query, count }), count, hay_mas: false }
}

/**
 * One page of the orders that a filter chooses. A page is found in an index and only its rows are read: after a `cursor` it
 * begins at that very place; a far page is counted off from the nearer end of the list.
 */
export async function listOrders(deps: ListDeps, query: ListOrdersQuery): Promise<ListOrdersAnswer> {
	const { keys, count, hay_mas } = await findPage(deps, query)
	const rows = keys.length === 0 ? [] : await deps.db.select().from(ordenes).where(inArray(ordenes.nro_orden, keys))
	const orders = inOrderOf(keys, rows, ({ nro_orden }) => nro_orden)
	const isFull = keys.length === query.page_size
	const isLast = !hay_mas && query.cursor === undefined && query.page * query.page_size >= count
	return {
		results: await describeOrders(deps, deps.db, orders),
		count,
		hay_mas,
		siguiente: isFull && !isLast ? (keys.at(-1) ?? null) : null,
	}
}
