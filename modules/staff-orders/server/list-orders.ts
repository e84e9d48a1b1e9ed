import { and, asc, desc, eq, inArray, isNotNull, max, or } from 'drizzle-orm'
import type { PageQuery } from '#core/contract/lists.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { listPage } from '#core/server/lists/list-page.ts'
import type { StaffDeps } from '#modules/context.ts'
import { refundUntil } from '#modules/orders/consumer-rights.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { numberIn, ordersWhere } from '#modules/staff-orders/server/order-filter.ts'
import { describeOrders } from '#modules/staff-orders/server/order-rows.ts'
import type { Case, ListOrdersAnswer, ListOrdersQuery } from '#modules/staff-orders/shapes.ts'

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

const newestFirst = [desc(ordenes.created_at), desc(ordenes.nro_orden)]

/** Returns one page of the orders that need a decision of staff. */
export async function listCases(
	deps: Pick<StaffDeps, 'db' | 'signer' | 'clock'>,
	query: PageQuery,
): Promise<{ results: Case[]; count: number }> {
	const where = isNotNull(ordenes.atencion)
	const list = { table: ordenes, key: ordenes.nro_orden, where, orderBy: newestFirst }
	return await listPage(deps.db, list, query, (keys) => readCases(deps, keys))
}

async function readCases(deps: Pick<StaffDeps, 'db' | 'signer' | 'clock'>, keys: number[]): Promise<Case[]> {
	const rows = await deps.db
		.select()
		.from(ordenes)
		.where(inArray(ordenes.nro_orden, keys))
		.orderBy(...newestFirst)
	const orders = await describeOrders(deps, deps.db, rows)
	const owedSince = await readOwedSince(
		deps.db,
		orders.filter(({ por_devolver }) => por_devolver > 0).map(({ id }) => id),
	)
	return orders.map((order) => {
		const since = owedSince.get(order.id)
		return { ...order, devolver_hasta: since ? refundUntil(since) : null }
	})
}

/** The time of the last cancellation or change of total of each order. */
async function readOwedSince(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
	if (ids.length === 0) return new Map()
	const { tipo, ref, campo, despues, created_at } = auditoria
	const isCalledOff = and(eq(campo, 'estado'), inArray(despues, ['cancelado', 'fallida']))
	const rows = await db
		.select({ ref, at: max(created_at) })
		.from(auditoria)
		.where(and(eq(tipo, 'orden'), inArray(ref, [...ids]), or(isCalledOff, eq(campo, 'total'))))
		.groupBy(ref)
	return new Map(rows.flatMap(({ ref, at }) => (at ? [[ref, at] as const] : [])))
}
