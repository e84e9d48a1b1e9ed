import { eq, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { adjustStock } from '#modules/catalog/server/staff/adjust-stock.ts'
import { lockProduct } from '#modules/catalog/server/staff/edit-product.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/context.ts'

/**
 * Removes a product from sale. Its row stays for old orders and the ledger, which is set to zero; sku and colour are
 * free again. Idempotent. Fails with `producto_desconocido` for an unknown id.
 */
export async function deleteProduct(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	actorId: number,
	productId: number,
): Promise<undefined | Failure> {
	return await deps.db.transaction(async (tx) => {
		const product = await lockProduct(tx, productId)
		if (!product) {
			const [known] = await tx.select({ id: productos.id }).from(productos).where(eq(productos.id, productId))
			return known ? undefined : fail('producto_desconocido')
		}
		const out = { cantidad: -product.stock, usuario_id: actorId, nota: 'producto eliminado' }
		// No low-stock mail for a product that is no longer sold.
		await adjustStock(undefined, tx, product, out)
		await tx
			.update(productos)
			.set({ deleted_at: deps.clock.now(), version: sql`${productos.version} + 1` })
			.where(eq(productos.id, productId))
		const antes = [product.nombre, product.sku, product.color].filter(Boolean).join(' · ')
		await writeAudit(tx, { tipo: 'producto', ref: productId, usuario_id: actorId, accion: 'eliminado', antes })
		await announceCatalogChange(tx)
		return undefined
	})
}
