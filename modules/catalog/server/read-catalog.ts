import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { AvailabilityAnswer } from '#modules/catalog/shapes/availability.ts'
import type { RefreshCartAnswer, RefreshCartRequest } from '#modules/catalog/shapes/refresh-cart.ts'
import { productos } from '#modules/catalog/tables.ts'
import { unitLimitsOf } from '#modules/catalog/unit-limits.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

export interface ColorOnSale {
	readonly nombre: string
	readonly color: string
	readonly precio: number
	readonly stock: number
}

/** Returns the products on sale of a sku: one per colour, with price and stock. May be empty. */
export async function readCatalog(db: Queryable, sku: string): Promise<ColorOnSale[]> {
	return await db
		.select({ nombre: productos.nombre, color: productos.color, precio: productos.precio, stock: productos.stock })
		.from(productos)
		.where(and(eq(productos.sku, sku), isNull(productos.deleted_at)))
		.orderBy(asc(productos.id))
}

/** Returns units in stock by colour. Fails with `producto_desconocido` for an unknown sku. */
export async function readAvailability(db: Queryable, sku: string): Promise<AvailabilityAnswer | Failure> {
	const catalog = await readCatalog(db, sku)
	if (catalog.length === 0) return fail('producto_desconocido')
	const stock = Object.fromEntries(catalog.map(({ color, stock }) => [color, stock]))
	return { stock, limites: unitLimitsOf(await readSettings(db)) }
}

/** Returns the current price and stock of each line, in the given order; unknown ones are omitted. */
export async function refreshCart(db: Queryable, request: RefreshCartRequest): Promise<RefreshCartAnswer> {
	const catalogs = new Map<string, ColorOnSale[]>()
	for (const { sku } of request.items) {
		if (!catalogs.has(sku)) catalogs.set(sku, await readCatalog(db, sku))
	}
	const items = request.items.flatMap(({ sku, color }) => {
		const found = catalogs.get(sku)?.find((entry) => entry.color === (color ?? ''))
		return found ? [{ sku, color: found.color, precio: found.precio, disponible: found.stock }] : []
	})
	return { items }
}
