import { and, inArray, or } from 'drizzle-orm'
import type { ListOrdersAnswer, ListOrdersQuery } from '#contract/staff/orders.ts'
import type { Queryable } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import type { RowCount } from '#server/staff/lists/count-rows.ts'
import {
	type FoundPage,
	filteredPage,
	indexScanPage,
	inOrderOf,
	numberedPage,
	type Sorting,
} from '#server/staff/lists/page-of-rows.ts'
import { stretchesPage } from '#server/staff/lists/stretches-page.ts'
import { wordsPage } from '#server/staff/lists/words-page.ts'
import { customerText, numberIn, otherWhere, stretchesOf } from '#server/staff/orders/order-filter.ts'
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

type ListDeps = Pick<StaffDeps, 'db' | 'signer' | 'clock'> & { counted: RowCount }

async function findPage({ db, counted }: ListDeps, query: ListOrdersQuery): Promise<FoundPage> {
	const { nro_orden: typed, orden } = query
	const others = otherWhere(db, query)
	const digits = typed === undefined ? undefined : numberIn(typed)
	if (typed === undefined) {
		if (others !== undefined) return await filteredPage(db, sortings[orden ?? 'reciente'], others, query)
		return { ...(await wholeListPage(db, counted, query)), hay_mas: false }
	}
	if (digits === undefined)
		return await wordsPage(db, sortings[orden ?? 'reciente'], { text: customerText, typed, others }, query)
	// Whoever types a number wants that order first, then those that only begin alike.
	if (orden === undefined) return await stretchesPage(db, byNumber, { stretches: stretchesOf(digits), others }, query)
	return await filteredPage(db, sortings[orden], and(or(...stretchesOf(digits)), others), query)
}

/** Numbers rise with the time: the whole list is sorted by them, so that its pages can be counted off from anywhere. */
async function wholeListPage(db: Queryable, counted: RowCount, query: ListOrdersQuery) {
	const { orden = 'reciente' } = query
	if (orden === 'reciente' || orden === 'antigua') {
		const sorting = { ...byNumber, isDescending: orden === 'reciente' }
		return await numberedPage(db, sorting, undefined, { ...query, counted })
	}
	const count = await counted.count()
	return { keys: await indexScanPage(db, sortings[orden], undefined, { ...query, count }), count }
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
