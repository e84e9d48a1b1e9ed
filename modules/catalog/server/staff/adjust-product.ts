import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { outsideLimits } from '#core/server/lists/edited-field.ts'
import { productLimits } from '#modules/catalog/product-limits.ts'
import { adjustStock } from '#modules/catalog/server/staff/adjust-stock.ts'
import { describeProduct, lockProduct } from '#modules/catalog/server/staff/edit-product.ts'
import type { AdjustStockAnswer, AdjustStockRequest } from '#modules/catalog/shapes/stock.ts'
import { movimientosStock } from '#modules/catalog/stock-tables.ts'
import type { StaffDeps } from '#modules/context.ts'

/**
 * Adjusts a product's stock with a reason. Idempotent by key, and a repeated answer says so; fails with
 * `clave_repetida` for a key used otherwise, with `valor_invalido` when stock would leave its limits, and with
 * `version_distinta` when the given version is outdated.
 */
export async function adjustProduct(
	deps: Pick<StaffDeps, 'db' | 'mail' | 'jobs' | 'hooks'>,
	actorId: number,
	productId: number,
	request: AdjustStockRequest & { readonly key: string },
): Promise<AdjustStockAnswer | Failure> {
	const { cantidad, nota, version, key } = request
	const clave = createHash('sha256').update(`ajuste:${actorId}:${key}`).digest('base64url')
	return await deps.db.transaction(async (tx) => {
		const product = await lockProduct(tx, productId)
		if (!product) return fail('producto_desconocido')
		const [earlier] = await tx.select().from(movimientosStock).where(eq(movimientosStock.clave, clave))
		if (earlier) {
			const isSame = earlier.producto_id === productId && earlier.cantidad === cantidad
			return isSame
				? { ...describeProduct(product), repetida: true }
				: fail('clave_repetida', { text: 'Ese ajuste ya se hizo con otros datos.' })
		}
		if (version !== undefined && version !== product.version) {
			return fail('version_distinta', { extra: { actual: describeProduct(product) } })
		}
		const { max, what } = productLimits.stock
		const after = product.stock + cantidad
		if (after < 0 || after > max) return outsideLimits('cantidad', what, max)
		if (cantidad === 0) return fail('valor_invalido', { text: 'Escribe cuántas unidades entran o salen.' })
		const adjusted = await adjustStock(deps, tx, product, { cantidad, usuario_id: actorId, nota, clave })
		return { ...describeProduct(adjusted), repetida: false }
	})
}
