import { and, asc, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { StockOutlook } from '#contract/staff/stock.ts'
import { isLowStock } from '#domain/catalog/product.ts'
import { paceDays, paceWindowDays, stockOutlookOf } from '#domain/staff/stock-pace.ts'
import { productos } from '#server/db/tables/catalog.ts'
import { movimientosStock } from '#server/db/tables/stock.ts'
import { describeProduct } from '#server/staff/products/edit-product.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const dayMs = 86_400_000

/** Every product on sale with what was sold of it lately and how long it lasts at that pace. */
export async function readStock(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
): Promise<{ results: StockOutlook[]; count: number }> {
	const now = deps.clock.now().getTime()
	const products = await deps.db
		.select()
		.from(productos)
		.where(isNull(productos.deleted_at))
		.orderBy(asc(productos.id))
		.limit(1000)
	const sold = await deps.db
		.select({
			producto_id: movimientosStock.producto_id,
			units: sql<number>`-sum(${movimientosStock.cantidad})::int`,
		})
		.from(movimientosStock)
		.where(
			and(
				gt(movimientosStock.created_at, new Date(now - paceDays * dayMs)),
				inArray(movimientosStock.motivo, ['venta', 'devolucion']),
			),
		)
		.groupBy(movimientosStock.producto_id)
	const results = products.map((product) => {
		const vendidas = Math.max(0, sold.find(({ producto_id }) => producto_id === product.id)?.units ?? 0)
		const dias = paceWindowDays((now - product.created_at.getTime()) / dayMs)
		return {
			...describeProduct(product),
			...stockOutlookOf(product.stock, vendidas, dias),
			vendidas,
			dias,
			stock_bajo: isLowStock(product.stock, product.low_stock_threshold),
		}
	})
	return { results, count: results.length }
}
