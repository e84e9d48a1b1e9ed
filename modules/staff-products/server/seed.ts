import { eq } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import { defaultLowStockThreshold, productName, sku } from '#modules/catalog/product.ts'
import { productos } from '#modules/catalog/tables.ts'
import { movimientosStock } from '#modules/orders/stock-tables.ts'

const firstPrice = 29_990
/** A demo needs stock; real stock is set by the owner. */
export const demoStock = 25

/** Inserts the four colours into an empty shop, each with `stock` units as the first row of their ledger. */
export async function seedCatalog(db: Database, stock = demoStock): Promise<void> {
	await db.transaction(async (tx) => {
		const [any] = await tx.select({ id: productos.id }).from(productos).where(eq(productos.sku, sku)).limit(1)
		if (any) return
		const rows = await tx
			.insert(productos)
			.values(
				builtInColors.map((color) => ({
					nombre: productName,
					sku,
					color,
					precio: firstPrice,
					stock,
					low_stock_threshold: defaultLowStockThreshold,
				})),
			)
			.onConflictDoNothing()
			.returning({ id: productos.id })
		if (rows.length === 0 || stock === 0) return
		await tx
			.insert(movimientosStock)
			.values(rows.map(({ id }) => ({ producto_id: id, cantidad: stock, motivo: 'inicial' as const })))
	})
}
