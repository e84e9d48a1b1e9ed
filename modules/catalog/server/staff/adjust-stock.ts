import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { notifyStaff } from '#core/server/mail/notify-staff.ts'
import { crossesThreshold } from '#modules/catalog/product.ts'
import { movimientosStock } from '#modules/catalog/stock-tables.ts'
import { type ProductRow, productos } from '#modules/catalog/tables.ts'
import { type NotifyContext, runHooks } from '#modules/context.ts'

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
