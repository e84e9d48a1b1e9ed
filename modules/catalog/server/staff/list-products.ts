import { and, asc, ilike, inArray, isNull, or } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { listPage } from '#core/server/lists/list-page.ts'
import { describeProduct } from '#modules/catalog/server/staff/edit-product.ts'
import type { ListProductsQuery, StaffProduct } from '#modules/catalog/shapes/products.ts'
import { productos } from '#modules/catalog/tables.ts'

/**
 * Returns one page of the products whose name, sku or colour contains the text. The catalog is small: no index is
 * needed.
 */
export async function listProducts(
	db: Database,
	query: ListProductsQuery,
): Promise<{ results: StaffProduct[]; count: number }> {
	const pattern = query.q === undefined ? undefined : `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
	const where = and(
		isNull(productos.deleted_at),
		pattern === undefined
			? undefined
			: or(ilike(productos.nombre, pattern), ilike(productos.sku, pattern), ilike(productos.color, pattern)),
	)
	const orderBy = [asc(productos.id)]
	return await listPage(db, { table: productos, key: productos.id, where, orderBy }, query, async (keys) => {
		const rows = await db
			.select()
			.from(productos)
			.where(inArray(productos.id, keys))
			.orderBy(...orderBy)
		return rows.map(describeProduct)
	})
}
