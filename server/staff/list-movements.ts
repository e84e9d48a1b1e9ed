import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import { type Failure, refuse } from '#contract/failure.ts'
import type { PageQuery } from '#contract/staff/lists.ts'
import type { StockMovement } from '#contract/staff/stock.ts'
import type { Database } from '#server/db/database.ts'
import { movimientosStock, ordenes, productos, usuarios } from '#server/db/schema.ts'

/** One page of a product's ledger, the newest first, with the stock after each row. Refuses with `producto_desconocido`. */
export async function listMovements(
	db: Database,
	producto_id: number,
	query: PageQuery,
): Promise<{ results: StockMovement[]; count: number } | Failure> {
	const [product] = await db.select({ stock: productos.stock }).from(productos).where(eq(productos.id, producto_id))
	if (!product) return refuse('producto_desconocido')
	const where = eq(movimientosStock.producto_id, producto_id)
	const [total] = await db.select({ n: count() }).from(movimientosStock).where(where)
	const { id, created_at, cantidad, motivo, nota, orden_id } = movimientosStock
	const rows = await db
		.select({ id, created_at, cantidad, motivo, nota, orden_id, nro_orden: ordenes.nro_orden, usuario: usuarios.email })
		.from(movimientosStock)
		.leftJoin(ordenes, eq(ordenes.id, movimientosStock.orden_id))
		.leftJoin(usuarios, eq(usuarios.id, movimientosStock.usuario_id))
		.where(where)
		.orderBy(desc(movimientosStock.id))
		.limit(query.page_size)
		.offset((query.page - 1) * query.page_size)
	let saldo = product.stock - (await movedAfter(db, producto_id, rows[0]?.id))
	const results = rows.map((row) => {
		const movement = { ...row, created_at: row.created_at.toISOString(), saldo }
		saldo -= row.cantidad
		return movement
	})
	return { results, count: total?.n ?? 0 }
}

/** What the rows after one added up to: the stock is today's, so the balance is reckoned backwards from it. */
async function movedAfter(db: Database, producto_id: number, id: number | undefined): Promise<number> {
	if (id === undefined) return 0
	const [row] = await db
		.select({ sum: sql<number>`coalesce(sum(${movimientosStock.cantidad}), 0)::int` })
		.from(movimientosStock)
		.where(and(eq(movimientosStock.producto_id, producto_id), gt(movimientosStock.id, id)))
	return row?.sum ?? 0
}
