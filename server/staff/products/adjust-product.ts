import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import type { AdjustStockAnswer, AdjustStockRequest } from '#contract/staff/stock.ts'
import { productLimits } from '#domain/staff/product-limits.ts'
import { movimientosStock } from '#server/db/tables/stock.ts'
import { adjustStock } from '#server/staff/products/adjust-stock.ts'
import { describeProduct, lockProduct } from '#server/staff/products/edit-product.ts'
import { outsideLimits } from '#server/staff/products/edited-field.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/**
 * Moves a product's stock by so many units, with a reason. The key makes repeated clicks one adjustment, and the answer says of
 * a repeated one that nothing was done again; used for another one it is refused with `clave_repetida`. Refuses with
 * `valor_invalido` when stock would leave its limits, and with `version_distinta` when a version was given and the product
 * changed since.
 */
export async function adjustProduct(
	deps: Pick<StaffDeps, 'db' | 'mail' | 'jobs'>,
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
