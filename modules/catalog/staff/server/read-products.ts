import { and, asc, desc, eq, gt, ilike, inArray, isNull, min, or, sql, sum } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import type { PageQuery } from '#core/contract/lists.ts'
import { dayIn, daysLater, secondsAfter } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { listPage } from '#core/server/lists/list-page.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { isLowStock } from '#modules/catalog/product.ts'
import type {
	ListProductsQuery,
	PriceChange,
	StaffProduct,
	StockMovement,
	StockOutlookAnswer,
} from '#modules/catalog/staff/shapes.ts'
import { type ProductRow, productos } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import type { StockParts } from '#modules/lists/shapes.ts'
import { stockReaders } from '#modules/lists/stock-parts.ts'
import { movimientosStock, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

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

/** Older changes are in the audit log. */
const mostChanges = 100

/** The highest price of a product within a day; 0 without a change. Steps count together. */
export async function highestPriceOfDay(db: Queryable, productId: number, now: Date): Promise<number> {
	const { tipo, ref, campo, antes, created_at } = auditoria
	const isOfProduct = and(eq(tipo, 'producto'), eq(ref, String(productId)), eq(campo, 'precio'))
	const rows = await db
		.select({ antes })
		.from(auditoria)
		.where(and(isOfProduct, gt(created_at, secondsAfter(now, -86_400))))
	return Math.max(0, ...rows.map((row) => Number(row.antes)))
}

/** Returns the prices of a product, the newest change first. Refuses with `producto_desconocido`. */
export async function listPrices(db: Queryable, productId: number): Promise<{ results: PriceChange[]; count: number }> {
	const [product] = await db.select({ id: productos.id }).from(productos).where(eq(productos.id, productId))
	if (!product) refuse('producto_desconocido')
	const { id, tipo, ref, campo, antes, despues, created_at, usuario_id } = auditoria
	const rows = await db
		.select({ id, antes, despues, created_at, usuario: usuarios.email })
		.from(auditoria)
		.leftJoin(usuarios, eq(usuarios.id, usuario_id))
		.where(and(eq(tipo, 'producto'), eq(ref, String(productId)), eq(campo, 'precio')))
		.orderBy(desc(id))
		.limit(mostChanges)
	const results = rows.map((row) => ({
		id: row.id,
		created_at: row.created_at.toISOString(),
		antes: Number(row.antes),
		despues: Number(row.despues),
		usuario: row.usuario,
	}))
	return { results, count: results.length }
}

const dayMs = 86_400_000
/** Sales of fewer days say nothing about the pace of a colour. */
const adviceDays = 7

/** Returns every product on sale, low stock first, with its units in open orders, recent sales, days of stock left, and reorder date. */
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
			first: min(movimientosStock.created_at),
		})
		.from(movimientosStock)
		.where(
			and(
				gt(movimientosStock.created_at, new Date(now - paceDays * dayMs)),
				inArray(movimientosStock.motivo, ['venta', 'devolucion']),
			),
		)
		.groupBy(movimientosStock.producto_id)
	const isSetAside = and(ordenes.stock_tomado, inArray(ordenes.estado, ['pendiente', 'en_revision', 'pagada']))
	const setAside = await deps.db
		.select({ producto_id: ordenLineas.producto_id, units: sql<number>`sum(${ordenLineas.cantidad})::int` })
		.from(ordenLineas)
		.innerJoin(ordenes, eq(ordenes.id, ordenLineas.orden_id))
		.where(isSetAside)
		.groupBy(ordenLineas.producto_id)
	const parts = await Promise.all(
		Object.entries<(db: Queryable) => Promise<(color: string) => unknown>>(stockReaders).map(
			async ([field, read]) => [field, await read(deps.db)] as const,
		),
	)
	const results = products.map((product) => {
		const sales = sold.find(({ producto_id }) => producto_id === product.id)
		const vendidas = Math.max(0, sales?.units ?? 0)
		const hasPace = now - (sales?.first?.getTime() ?? now) >= adviceDays * dayMs
		const dias = paceWindowDays((now - product.created_at.getTime()) / dayMs)
		const outlook = stockOutlookOf(product.stock, vendidas, dias)
		return {
			...describeProduct(product),
			...outlook,
			vendidas,
			dias,
			apartadas: setAside.find(({ producto_id }) => producto_id === product.id)?.units ?? 0,
			stock_bajo: isLowStock(product.stock, product.low_stock_threshold),
			pedir_el: hasPace ? reorderDay(today, outlook, dias_reposicion) : null,
			...(Object.fromEntries(parts.map(([field, of]) => [field, of(product.color)])) as StockParts),
		}
	})
	results.sort((one, other) => Number(other.stock_bajo) - Number(one.stock_bajo))
	return { results, count: results.length, dias_reposicion }
}

/**
 * Returns one page of a product's ledger, the newest first, with the stock after each row. Refuses with
 * `producto_desconocido`.
 */
export async function listMovements(
	db: Database,
	productId: number,
	query: PageQuery,
): Promise<{ results: StockMovement[]; count: number }> {
	const [product] = await db.select({ stock: productos.stock }).from(productos).where(eq(productos.id, productId))
	if (!product) refuse('producto_desconocido')
	const { id, producto_id, created_at, cantidad, motivo, nota, orden_id } = movimientosStock
	const where = eq(producto_id, productId)
	const orderBy = [desc(id)]
	return await listPage(db, { table: movimientosStock, key: id, where, orderBy }, query, async (keys) => {
		const rows = await db
			.select({
				id,
				created_at,
				cantidad,
				motivo,
				nota,
				orden_id,
				nro_orden: ordenes.nro_orden,
				usuario: usuarios.email,
			})
			.from(movimientosStock)
			.leftJoin(ordenes, eq(ordenes.id, orden_id))
			.leftJoin(usuarios, eq(usuarios.id, movimientosStock.usuario_id))
			.where(inArray(id, keys))
			.orderBy(...orderBy)
		// The stock after the first row is today's less later movements: it is always the sum of its ledger.
		const [newest] = keys
		const later =
			newest === undefined
				? []
				: await db
						.select({ sum: sum(cantidad) })
						.from(movimientosStock)
						.where(and(where, gt(id, newest)))
		let saldo = product.stock - Number(later[0]?.sum ?? 0)
		return rows.map((row) => {
			const movement = { ...row, created_at: row.created_at.toISOString(), saldo }
			saldo -= row.cantidad
			return movement
		})
	})
}

export function describeProduct(product: ProductRow): StaffProduct {
	const { id, nombre, sku, color, precio, stock, low_stock_threshold, version } = product
	return { id, nombre, sku, color, precio, stock, low_stock_threshold, version }
}

/** The period of the rate in days, so that each day of the week counts four times. */
const paceDays = 28
/** The minimum period for a new product: two sales on its first day are no rate. */
const minPaceDays = 7

/** The period in days for the sales of a product on sale for `ageDays`. */
export function paceWindowDays(ageDays: number): number {
	return Math.min(paceDays, Math.max(minPaceDays, Math.ceil(ageDays)))
}

/** The outlook of a stock after `sold` units in `days` days: units a day (two decimals), whole days left. */
export function stockOutlookOf(
	stock: number,
	sold: number,
	days: number,
): { por_dia: number; dias_restantes: number | null } {
	const units = Math.max(0, sold)
	return {
		por_dia: Math.round((units / days) * 100) / 100,
		dias_restantes: units === 0 ? null : Math.floor((stock * days) / units),
	}
}

/** An outlook beyond ten years needs no order. */
const longestOutlookDays = 3650

/**
 * The day (`YYYY-MM-DD`) to reorder: `leadDays` before the last unit is sold; today when that is over, null without
 * sales, or while the owner has not set the days.
 */
export function reorderDay(
	today: string,
	{ dias_restantes }: { readonly dias_restantes: number | null },
	leadDays: number | null,
): string | null {
	if (leadDays === null || dias_restantes === null || dias_restantes > longestOutlookDays) return null
	return daysLater(today, Math.max(0, dias_restantes - leadDays))
}
