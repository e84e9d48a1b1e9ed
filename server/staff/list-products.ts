import { and, asc, count, ilike, isNull, or } from 'drizzle-orm'
import type { ListProductsQuery, StaffProduct } from '#contract/staff/products.ts'
import type { Database } from '#server/db/database.ts'
import { productos } from '#server/db/tables/catalog.ts'

/** A product's columns as the panel shows them. */
export const productColumns = {
	id: productos.id,
	nombre: productos.nombre,
	sku: productos.sku,
	color: productos.color,
	precio: productos.precio,
	stock: productos.stock,
	low_stock_threshold: productos.low_stock_threshold,
	version: productos.version,
} as const

/** One page of the products whose name, sku or colour contains what was typed. The catalog is small: no index is needed. */
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
	const [total] = await db.select({ n: count() }).from(productos).where(where)
	const results = await db
		.select(productColumns)
		.from(productos)
		.where(where)
		.orderBy(asc(productos.id))
		.limit(query.page_size)
		.offset((query.page - 1) * query.page_size)
	return { results, count: total?.n ?? 0 }
}
