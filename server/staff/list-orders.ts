import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { ListOrdersAnswer, ListOrdersQuery } from '#contract/staff/orders.ts'
import type { Queryable } from '#server/db/database.ts'
import { ordenes } from '#server/db/schema.ts'
import type { CountRows } from '#server/staff/count-rows.ts'
import { numberIn, ordersWhere } from '#server/staff/order-filter.ts'
import { describeOrders } from '#server/staff/order-rows.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** The columns that a list is sorted by, all in one direction: those of an index, whose last one makes each place unique. */
const columnsOf = {
	fecha: [ordenes.created_at, ordenes.nro_orden],
	total: [ordenes.total, ordenes.nro_orden],
	numero: [ordenes.nro_orden],
} as const

interface Sorting {
	readonly by: keyof typeof columnsOf
	readonly isDescending: boolean
}

const sortings = {
	reciente: { by: 'fecha', isDescending: true },
	antigua: { by: 'fecha', isDescending: false },
	total_mayor: { by: 'total', isDescending: true },
	total_menor: { by: 'total', isDescending: false },
} as const satisfies Record<string, Sorting>

function sortingOf({ orden, nro_orden }: ListOrdersQuery): Sorting {
	if (orden !== undefined) return sortings[orden]
	// Whoever types a number wants that order first, then those that only begin alike.
	const isNumber = nro_orden !== undefined && numberIn(nro_orden) !== undefined
	return isNumber ? { by: 'numero', isDescending: false } : sortings.reciente
}

/**
 * One page of the orders that a filter chooses. A page is found in an index and only its rows are read: after a `cursor` it
 * begins at that very place; a far page is counted off from the nearer end of the list.
 */
export async function listOrders(
	deps: Pick<StaffDeps, 'db' | 'signer' | 'clock'> & { count: CountRows },
	query: ListOrdersQuery,
): Promise<ListOrdersAnswer> {
	const { db } = deps
	const where = ordersWhere(query)
	const found = await deps.count(where)
	const sorting = sortingOf(query)
	const numbers =
		query.cursor === undefined
			? await pageAt(db, where, sorting, { ...query, found })
			: await pageAfter(db, where, sorting, { cursor: query.cursor, page_size: query.page_size })
	const rows = numbers.length === 0 ? [] : await db.select().from(ordenes).where(inArray(ordenes.nro_orden, numbers))
	const place = new Map(numbers.map((nro_orden, at) => [nro_orden, at]))
	rows.sort((a, b) => (place.get(a.nro_orden) ?? 0) - (place.get(b.nro_orden) ?? 0))
	const isFull = numbers.length === query.page_size
	const isLast = query.cursor === undefined && query.page * query.page_size >= found
	return {
		results: await describeOrders(deps, db, rows),
		count: found,
		siguiente: isFull && !isLast ? (numbers.at(-1) ?? null) : null,
	}
}

function orderBy({ by, isDescending }: Sorting): SQL[] {
	return columnsOf[by].map((column) => (isDescending ? desc(column) : asc(column)))
}

async function pageAt(
	db: Queryable,
	where: SQL | undefined,
	sorting: Sorting,
	{ page, page_size, found }: { page: number; page_size: number; found: number },
): Promise<number[]> {
	const offset = (page - 1) * page_size
	const size = Math.min(page_size, found - offset)
	if (size <= 0) return []
	const isNearEnd = offset > found / 2
	const numbers = await db
		.select({ nro_orden: ordenes.nro_orden })
		.from(ordenes)
		.where(where)
		.orderBy(...orderBy({ ...sorting, isDescending: sorting.isDescending !== isNearEnd }))
		.limit(size)
		.offset(isNearEnd ? found - offset - size : offset)
	const inOrder = numbers.map(({ nro_orden }) => nro_orden)
	return isNearEnd ? inOrder.reverse() : inOrder
}

async function pageAfter(
	db: Queryable,
	where: SQL | undefined,
	sorting: Sorting,
	{ cursor, page_size }: { cursor: number; page_size: number },
): Promise<number[]> {
	const columns = sql.join([...columnsOf[sorting.by]], sql`, `)
	const isBehind = sorting.isDescending ? sql`<` : sql`>`
	// The cursor's place is read by the database itself, so that no digit of its time is lost on the way; column by column,
	// because only then the comparison is a place in the index.
	const places = columnsOf[sorting.by].map(
		(column) => sql`(select ${column} from ${ordenes} where ${ordenes.nro_orden} = ${cursor})`,
	)
	const last = sql.join(places, sql`, `)
	const numbers = await db
		.select({ nro_orden: ordenes.nro_orden })
		.from(ordenes)
		.where(and(where, sql`(${columns}) ${isBehind} (${last})`))
		.orderBy(...orderBy(sorting))
		.limit(page_size)
	return numbers.map(({ nro_orden }) => nro_orden)
}
