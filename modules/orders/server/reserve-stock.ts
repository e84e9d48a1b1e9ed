import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { crossesThreshold } from '#modules/catalog/product.ts'
import { type ProductRow, productos } from '#modules/catalog/tables.ts'
import { type NotifyContext, runHooks } from '#modules/lists/context.ts'
import { movimientosStock, ordenLineas } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

export interface UnitsOfProduct {
	readonly producto_id: number
	/** Its name when it was ordered: it may not be sold any more. */
	readonly color: string
	readonly cantidad: number
}

/** A colour without enough units, and its stock. */
export interface Shortage {
	readonly color: string
	readonly disponible: number
}

/** The fields of a product on sale that an order needs. */
export type SoldProduct = Pick<
	ProductRow,
	'id' | 'nombre' | 'sku' | 'color' | 'precio' | 'stock' | 'low_stock_threshold'
>

/** The requested products on sale, locked until `tx` ends. */
export async function lockWanted(
	tx: Transaction,
	wanted: readonly { readonly sku: string; readonly color?: string | undefined }[],
): Promise<ProductRow[]> {
	const isNamed = wanted.map(({ sku, color }) => and(eq(productos.sku, sku), eq(productos.color, color ?? '')))
	return await lockProducts(tx, or(...isNamed))
}

/**
 * The products that `which` selects, locked until `tx` ends; always in the order of their ids, which avoids deadlocks.
 */
export async function lockProducts(tx: Transaction, which: SQL | undefined): Promise<ProductRow[]> {
	return await tx
		.select()
		.from(productos)
		.where(and(which, isNull(productos.deleted_at)))
		.orderBy(asc(productos.id))
		.for('update')
}

/** The products of these units on sale, locked until `tx` ends. */
export const lockUnits = (tx: Transaction, units: readonly UnitsOfProduct[]): Promise<ProductRow[]> =>
	lockProducts(tx, inArray(productos.id, idsOf(units)))

/**
 * Returns the first colour without enough units for an order, or undefined. All rows are locked before they are read,
 * so that two orders never get the same unit.
 */
export function shortageOf(units: readonly UnitsOfProduct[], products: readonly SoldProduct[]): Shortage | undefined {
	for (const { producto_id, color, cantidad } of units) {
		const product = products.find(({ id }) => id === producto_id)
		if (!product || product.stock < cantidad) {
			return { color: product?.color ?? color, disponible: product?.stock ?? 0 }
		}
	}
	return undefined
}

/**
 * Notifies staff, by mail where the setting is on, of each colour whose stock becomes low by an order's units.
 * `products` are as before the order.
 */
export async function notifyLowStock(
	deps: NotifyContext,
	tx: Transaction,
	order: { orden_id: string; units: readonly UnitsOfProduct[]; products: readonly SoldProduct[] },
): Promise<void> {
	for (const { producto_id, cantidad } of order.units) {
		const product = order.products.find(({ id }) => id === producto_id)
		if (!product || !crossesThreshold(product.stock, product.stock - cantidad, product.low_stock_threshold)) continue
		const clave = `stock_bajo:${product.id}:${order.orden_id}`
		await runHooks(deps.hooks.staffAlert, deps, tx, { clave, tipo: 'stock_bajo' })
		if (!(await readSettings(tx)).aviso_stock_bajo) continue
		const { nombre, color, low_stock_threshold: umbral } = product
		await notifyStaff(deps, tx, {
			clave,
			plantilla: 'stock_bajo',
			datos: { nombre, color, stock: product.stock - cantidad, umbral },
		})
	}
}

/**
 * Reserves an existing order's units again: all of them, or none and the first shortage. The caller holds the order's
 * row lock. Writes the ledger and low-stock notices.
 */
export async function takeStock(deps: NotifyContext, tx: Transaction, orderId: string): Promise<Shortage | undefined> {
	const units = await unitsOfOrder(tx, orderId)
	const products = await lockUnits(tx, units)
	const shortage = shortageOf(units, products)
	if (shortage) return shortage
	await moveStock(tx, orderId, 'venta', units)
	await notifyLowStock(deps, tx, { orden_id: orderId, units, products })
	return undefined
}

/**
 * Returns to stock the units that an order still has out, including products no longer sold. The caller holds the order's
 * row lock.
 */
export async function returnStock(tx: Transaction, orderId: string): Promise<void> {
	await moveStock(tx, orderId, 'devolucion', await lockUnitsOut(tx, orderId))
}

/**
 * The units of an order that its ledger says are out of stock, by product; their products, also those no longer sold, are
 * locked until `tx` ends. Units put back before the order ended are not among them. The caller holds the order's row lock.
 */
export async function lockUnitsOut(tx: Transaction, orderId: string): Promise<Omit<UnitsOfProduct, 'color'>[]> {
	const { producto_id, orden_id, cantidad } = movimientosStock
	const units = await tx
		.select({ producto_id, cantidad: sql<number>`-sum(${cantidad})::int` })
		.from(movimientosStock)
		.where(eq(orden_id, orderId))
		.groupBy(producto_id)
		.having(sql`sum(${cantidad}) < 0`)
		.orderBy(producto_id)
	const held = inArray(productos.id, idsOf(units))
	await tx.select({ id: productos.id }).from(productos).where(held).orderBy(asc(productos.id)).for('update')
	return units
}

const idsOf = (units: readonly Pick<UnitsOfProduct, 'producto_id'>[]) => units.map(({ producto_id }) => producto_id)

/** Units to move. `clave`: of a part of an order that came back by itself; unique, so that it moves once. */
type MovedUnits = Pick<UnitsOfProduct, 'producto_id' | 'cantidad'> & { readonly clave?: string }

/** Moves units of locked products, writes the ledger, and has every process render the new stock once `tx` commits. */
export async function moveStock(
	tx: Transaction,
	orderId: string,
	motivo: 'venta' | 'devolucion',
	units: readonly MovedUnits[],
): Promise<void> {
	if (units.length === 0) return
	const sign = motivo === 'venta' ? -1 : 1
	const moves = units.map(({ producto_id, cantidad, clave }) => ({ producto_id, cantidad: sign * cantidad, clave }))
	const changes = moves.map(
		({ producto_id, cantidad }) =>
			() =>
				tx
					.update(productos)
					.set({ stock: sql`${productos.stock} + ${cantidad}::int`, version: sql`${productos.version} + 1` })
					.where(eq(productos.id, producto_id)),
	)
	await together(
		...changes,
		() => tx.insert(movimientosStock).values(moves.map((move) => ({ ...move, motivo, orden_id: orderId }))),
		() => announceCatalogChange(tx),
	)
}

/**
 * The units of an order by product, without those that came back by themselves, in the order in which products are locked.
 */
export async function unitsOfOrder(tx: Transaction, orderId: string): Promise<UnitsOfProduct[]> {
	const { producto_id, color, cantidad } = ordenLineas
	const cameBack = sql`(select coalesce(sum(m.cantidad), 0) from ${movimientosStock} m
		where m.orden_id = ${orderId} and m.producto_id = orden_lineas.producto_id and m.clave is not null)`
	const left = sql<number>`(sum(${cantidad}) - ${cameBack})::int`
	return await tx
		.select({ producto_id, color: sql<string>`min(${color})`, cantidad: left })
		.from(ordenLineas)
		.where(eq(ordenLineas.orden_id, orderId))
		.groupBy(ordenLineas.producto_id)
		.having(sql`${left} > 0`)
		.orderBy(ordenLineas.producto_id)
}
