import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import type { PageQuery } from '#contract/staff/lists.ts'
import type { StockMovement } from '#contract/staff/stock.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { productos } from '#server/db/tables/catalog.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { movimientosStock } from '#server/db/tables/stock.ts'
import { createRowCount, type RowCount } from '#server/staff/lists/count-rows.ts'
import { numberedPage } from '#server/staff/lists/page-of-rows.ts'

const newestFirst = { table: movimientosStock, columns: [movimientosStock.id], isDescending: true } as const

/** The counted rows of a product's ledger. The product exists: each is remembered. */
export type CountedMovements = (productId: number) => RowCount

export function createMovementCount(db: Database): CountedMovements {
	const counts = new Map<number, RowCount>()
	const { id: number, created_at, producto_id } = movimientosStock
	return (productId) => {
		const kind = eq(producto_id, productId)
		const counted = counts.get(productId) ?? createRowCount(db, { table: movimientosStock, number, created_at, kind })
		counts.set(productId, counted)
		return counted
	}
}

/** One page of a product's ledger, the newest first, with the stock after each row. Refuses with `producto_desconocido`. */
export async function listMovements(
	{ db, countedMovements }: { readonly db: Database; readonly countedMovements: CountedMovements },
	productId: number,
	query: PageQuery,
): Promise<{ results: StockMovement[]; count: number } | Failure> {
	const [product] = await db.select({ stock: productos.stock }).from(productos).where(eq(productos.id, productId))
	if (!product) return fail('producto_desconocido')
	const where = eq(movimientosStock.producto_id, productId)
	const counted = countedMovements(productId)
	const { keys, count } = await numberedPage(db, newestFirst, where, { ...query, counted })
	const { id, created_at, cantidad, motivo, nota, orden_id } = movimientosStock
	const rows = await db
		.select({ id, created_at, cantidad, motivo, nota, orden_id, nro_orden: ordenes.nro_orden, usuario: usuarios.email })
		.from(movimientosStock)
		.leftJoin(ordenes, eq(ordenes.id, movimientosStock.orden_id))
		.leftJoin(usuarios, eq(usuarios.id, movimientosStock.usuario_id))
		.where(inArray(movimientosStock.id, keys))
		.orderBy(desc(movimientosStock.id))
	const isNearEnd = query.page * query.page_size > count / 2
	let saldo = await stockAfter(db, { producto_id: productId, stock: product.stock, id: keys[0], isNearEnd })
	const results = rows.map((row) => {
		const movement = { ...row, created_at: row.created_at.toISOString(), saldo }
		saldo -= row.cantidad
		return movement
	})
	return { results, count }
}

/**
 * The stock right after a row of the ledger: what had moved until then or, where fewer rows lie on that side, today's stock
 * without what moved since. Both are the same, because a stock is always the sum of its ledger.
 */
async function stockAfter(
	db: Database,
	of: { producto_id: number; stock: number; id: number | undefined; isNearEnd: boolean },
): Promise<number> {
	if (of.id === undefined) return of.stock
	const { id, cantidad, producto_id } = movimientosStock
	const [row] = await db
		.select({ sum: sql<number>`coalesce(sum(${cantidad}), 0)::int` })
		.from(movimientosStock)
		.where(and(eq(producto_id, of.producto_id), of.isNearEnd ? lte(id, of.id) : gt(id, of.id)))
	const moved = row?.sum ?? 0
	return of.isNearEnd ? moved : of.stock - moved
}
