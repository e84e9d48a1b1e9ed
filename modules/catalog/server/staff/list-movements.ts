import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { PageQuery } from '#core/contract/lists.ts'
import type { Database } from '#core/server/db/database.ts'
import { listPage } from '#core/server/lists/list-page.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { StockMovement } from '#modules/catalog/shapes/stock.ts'
import { movimientosStock } from '#modules/catalog/stock-tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

const newestFirst = [desc(movimientosStock.id)]

/**
 * Returns one page of a product's ledger, the newest first, with the stock after each row. Fails with
 * `producto_desconocido`.
 */
export async function listMovements(
	db: Database,
	productId: number,
	query: PageQuery,
): Promise<{ results: StockMovement[]; count: number } | Failure> {
	const [product] = await db.select({ stock: productos.stock }).from(productos).where(eq(productos.id, productId))
	if (!product) return fail('producto_desconocido')
	const { stock } = product
	const where = eq(movimientosStock.producto_id, productId)
	return await listPage(
		db,
		{ table: movimientosStock, key: movimientosStock.id, where, orderBy: newestFirst },
		query,
		(keys) => readMovements(db, { producto_id: productId, stock }, keys),
	)
}

async function readMovements(
	db: Database,
	product: { producto_id: number; stock: number },
	keys: number[],
): Promise<StockMovement[]> {
	const { id, created_at, cantidad, motivo, nota, orden_id } = movimientosStock
	const rows = await db
		.select({ id, created_at, cantidad, motivo, nota, orden_id, nro_orden: ordenes.nro_orden, usuario: usuarios.email })
		.from(movimientosStock)
		.leftJoin(ordenes, eq(ordenes.id, movimientosStock.orden_id))
		.leftJoin(usuarios, eq(usuarios.id, movimientosStock.usuario_id))
		.where(inArray(movimientosStock.id, keys))
		.orderBy(...newestFirst)
	let saldo = await stockAfter(db, product, keys[0])
	return rows.map((row) => {
		const movement = { ...row, created_at: row.created_at.toISOString(), saldo }
		saldo -= row.cantidad
		return movement
	})
}

/** The stock after a row of the ledger: today's, less later movements. A stock is always the sum of its ledger. */
async function stockAfter(
	db: Database,
	{ producto_id, stock }: { producto_id: number; stock: number },
	row: number | undefined,
): Promise<number> {
	if (row === undefined) return stock
	const { id, cantidad } = movimientosStock
	const [since] = await db
		.select({ sum: sql<number>`coalesce(sum(${cantidad}), 0)::int` })
		.from(movimientosStock)
		.where(and(eq(movimientosStock.producto_id, producto_id), gt(id, row)))
	return stock - (since?.sum ?? 0)
}
