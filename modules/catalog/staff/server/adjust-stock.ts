import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { outsideLimits } from '#core/server/lists/edited-field.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { crossesThreshold } from '#modules/catalog/product.ts'
import { describeProduct } from '#modules/catalog/staff/server/read-products.ts'
import type { AdjustStockAnswer, AdjustStockRequest } from '#modules/catalog/staff/shapes.ts'
import { type ProductRow, productos } from '#modules/catalog/tables.ts'
import { type NotifyContext, runHooks, type StaffDeps } from '#modules/lists/context.ts'
import { lockProducts } from '#modules/orders/server/reserve-stock.ts'
import { movimientosStock } from '#modules/orders/tables.ts'

/**
 * Adds `cantidad` units (may be negative) to a locked product: stock, ledger and audit log. The caller ensures that
 * stock stays non-negative. Notifies staff when stock becomes low, unless `deps` is undefined, and every process of the
 * new stock.
 */
export async function adjustStock(
	deps: NotifyContext | undefined,
	tx: Transaction,
	product: ProductRow,
	change: { cantidad: number; usuario_id: number; nota: string; clave?: string },
): Promise<ProductRow> {
	const { cantidad, usuario_id, nota, clave = null } = change
	if (cantidad === 0) return product
	const [changed] = await tx
		.update(productos)
		.set({ stock: sql`${productos.stock} + ${cantidad}`, version: sql`${productos.version} + 1` })
		.where(eq(productos.id, product.id))
		.returning()
	if (!changed) throw new Error('a locked product is gone')
	const [movement] = await tx
		.insert(movimientosStock)
		.values({ producto_id: product.id, cantidad, motivo: 'ajuste', usuario_id, nota, clave })
		.returning({ id: movimientosStock.id })
	await writeAudit(tx, {
		tipo: 'producto',
		ref: product.id,
		usuario_id,
		accion: nota === '' ? 'editado' : 'ajuste',
		campo: 'stock',
		...(nota === '' ? {} : { detalle: nota }),
		antes: product.stock,
		despues: changed.stock,
	})
	if (deps && crossesThreshold(product.stock, changed.stock, product.low_stock_threshold)) {
		const clave = `stock_bajo:${product.id}:ajuste:${movement?.id}`
		await runHooks(deps.hooks.staffAlert, deps, tx, { clave, tipo: 'stock_bajo' })
		await notifyStaff(deps, tx, {
			clave,
			plantilla: 'stock_bajo',
			datos: {
				nombre: product.nombre,
				color: product.color,
				stock: changed.stock,
				umbral: product.low_stock_threshold,
			},
		})
	}
	await announceCatalogChange(tx)
	return changed
}

/**
 * Adjusts a product's stock with a reason. Idempotent by key, and a repeated answer says so; fails with
 * `clave_repetida` for a key used otherwise, with `valor_invalido` when stock would leave its limits, and with
 * `version_distinta` when the given version, or the stock that a count was compared with, is outdated.
 */
export async function adjustProduct(
	deps: Pick<StaffDeps, 'db' | 'mail' | 'jobs' | 'hooks'>,
	actorId: number,
	productId: number,
	request: AdjustStockRequest & { readonly key: string },
): Promise<AdjustStockAnswer> {
	const { cantidad, visto, nota, version, key } = request
	const clave = createHash('sha256').update(`ajuste:${actorId}:${key}`).digest('base64url')
	return await deps.db.transaction(async (tx) => {
		const product = await lockProduct(tx, productId)
		if (!product) refuse('producto_desconocido')
		const [earlier] = await tx.select().from(movimientosStock).where(eq(movimientosStock.clave, clave))
		if (earlier) {
			const isSame = earlier.producto_id === productId && earlier.cantidad === cantidad
			if (!isSame) refuse('clave_repetida', { text: 'Ese ajuste ya se hizo con otros datos.' })
			return { ...describeProduct(product), repetida: true }
		}
		if (version !== undefined && version !== product.version) {
			refuse('version_distinta', { extra: { actual: describeProduct(product) } })
		}
		if (visto !== undefined && visto !== product.stock) {
			const text = `El stock se movió mientras contabas: ahora hay ${product.stock}. Revisa la cuenta y ajusta otra vez.`
			refuse('version_distinta', { text, extra: { campo: 'unidades', actual: describeProduct(product) } })
		}
		const { max, what } = productLimits.stock
		const after = product.stock + cantidad
		if (after < 0 || after > max) orRefuse(outsideLimits('cantidad', what, max))
		if (cantidad === 0) refuse('valor_invalido', { text: 'Escribe cuántas unidades entran o salen.' })
		const adjusted = await adjustStock(deps, tx, product, { cantidad, usuario_id: actorId, nota, clave })
		return { ...describeProduct(adjusted), repetida: false }
	})
}

/** Locks a product, also against buyers, until `tx` ends. */
export async function lockProduct(tx: Transaction, productId: number): Promise<ProductRow | undefined> {
	const [product] = await lockProducts(tx, eq(productos.id, productId))
	return product
}

/** Maximum values of a product's fields, and their names. The price in CLP, the others in units. */
export const productLimits = {
	precio: { max: 10_000_000, what: 'El precio' },
	stock: { max: 1_000_000, what: 'El stock' },
	low_stock_threshold: { max: 1_000_000, what: 'El umbral de stock bajo' },
} as const
