import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { isLowStock } from '#domain/catalog/product.ts'
import { announceCatalogChange } from '#server/catalog/catalog-changes.ts'
import type { Transaction } from '#server/db/database.ts'
import { movimientosStock, ordenLineas, productos } from '#server/db/schema.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import { tellStaff } from '#server/staff/tell-staff.ts'

export type ProductRow = typeof productos.$inferSelect

export interface UnitsOfProduct {
	readonly producto_id: number
	readonly cantidad: number
}

/** A colour that has not enough units for what was asked, and how many it has. */
export interface Shortage {
	readonly color: string
	readonly disponible: number
}

/** The products that `which` selects, locked until `tx` ends; always in the order of their ids, so that nobody deadlocks. */
export async function lockProducts(tx: Transaction, which: SQL | undefined): Promise<ProductRow[]> {
	return await tx
		.select()
		.from(productos)
		.where(and(which, isNull(productos.deleted_at)))
		.orderBy(asc(productos.id))
		.for('update')
}

/**
 * Takes bottles of locked products out of stock for an order: all of them, or none and the first shortage. With every row
 * locked before any is looked at, two orders can never take the same bottle. Writes the ledger and, where a colour crosses
 * its threshold, the mail to staff.
 */
export async function takeLockedStock(
	tx: Transaction,
	mail: EnqueueMail,
	order: { orden_id: string; units: readonly UnitsOfProduct[]; products: readonly ProductRow[] },
): Promise<Shortage | undefined> {
	const taken = order.units.map(({ producto_id, cantidad }) => {
		const product = order.products.find(({ id }) => id === producto_id)
		return { product, producto_id, cantidad, left: (product?.stock ?? 0) - cantidad }
	})
	const short = taken.find(({ left }) => left < 0)
	if (short) return { color: short.product?.color ?? '', disponible: short.product?.stock ?? 0 }
	await moveStock(tx, order.orden_id, 'venta', taken, -1)
	for (const { product, left } of taken) {
		if (!product || isLowStock(product.stock, product.low_stock_threshold)) continue
		if (!isLowStock(left, product.low_stock_threshold)) continue
		await tellStaff(tx, mail, {
			clave: `stock_bajo:${product.id}:${order.orden_id}`,
			plantilla: 'stock_bajo',
			datos: { nombre: product.nombre, color: product.color, stock: left, umbral: product.low_stock_threshold },
		})
	}
	return undefined
}

/** Takes an existing order's bottles again. The caller holds the order's row. */
export async function takeStock(tx: Transaction, mail: EnqueueMail, orden_id: string): Promise<Shortage | undefined> {
	const units = await unitsOfOrder(tx, orden_id)
	const ids = units.map(({ producto_id }) => producto_id)
	const products = await lockProducts(tx, inArray(productos.id, ids))
	return await takeLockedStock(tx, mail, { orden_id, units, products })
}

/** Puts an order's bottles back. The caller holds the order's row. */
export async function returnStock(tx: Transaction, orden_id: string): Promise<void> {
	await moveStock(tx, orden_id, 'devolucion', await unitsOfOrder(tx, orden_id), 1)
}

async function moveStock(
	tx: Transaction,
	orden_id: string,
	motivo: 'venta' | 'devolucion',
	units: readonly UnitsOfProduct[],
	sign: 1 | -1,
): Promise<void> {
	for (const { producto_id, cantidad } of units) {
		await tx
			.update(productos)
			.set({ stock: sql`${productos.stock} + ${sign * cantidad}`, version: sql`${productos.version} + 1` })
			.where(eq(productos.id, producto_id))
	}
	await tx
		.insert(movimientosStock)
		.values(units.map(({ producto_id, cantidad }) => ({ producto_id, cantidad: sign * cantidad, motivo, orden_id })))
	await announceCatalogChange(tx)
}

/** The bottles of an order by product, in the order in which products are locked. */
async function unitsOfOrder(tx: Transaction, orden_id: string): Promise<UnitsOfProduct[]> {
	return await tx
		.select({ producto_id: ordenLineas.producto_id, cantidad: sql<number>`sum(${ordenLineas.cantidad})::int` })
		.from(ordenLineas)
		.where(eq(ordenLineas.orden_id, orden_id))
		.groupBy(ordenLineas.producto_id)
		.orderBy(ordenLineas.producto_id)
}
