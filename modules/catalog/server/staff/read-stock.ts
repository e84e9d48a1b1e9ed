import { and, asc, gt, inArray, isNull, sql } from 'drizzle-orm'
import { dayIn } from '#core/rules/calendar-days.ts'
import { isLowStock } from '#modules/catalog/product.ts'
import { describeProduct } from '#modules/catalog/server/staff/edit-product.ts'
import type { StockOutlookAnswer } from '#modules/catalog/shapes/stock.ts'
import { paceDays, paceWindowDays, reorderDay, stockOutlookOf } from '#modules/catalog/stock-pace.ts'
import { movimientosStock } from '#modules/catalog/stock-tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/context.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

const dayMs = 86_400_000

/** Returns every product on sale with its recent sales, days of stock left, and reorder date. */
export async function readStock(deps: Pick<StaffDeps, 'db' | 'clock'>): Promise<StockOutlookAnswer> {
	const today = dayIn(deps.clock.now())
	const now = deps.clock.now().getTime()
	const { dias_reposicion } = await readSettings(deps.db)
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
		const outlook = stockOutlookOf(product.stock, vendidas, dias)
		return {
			...describeProduct(product),
			...outlook,
			vendidas,
			dias,
			stock_bajo: isLowStock(product.stock, product.low_stock_threshold),
			pedir_el: reorderDay(today, { ...product, ...outlook }, dias_reposicion),
		}
	})
	return { results, count: results.length, dias_reposicion }
}
