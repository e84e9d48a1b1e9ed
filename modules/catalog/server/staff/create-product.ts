import { type Failure, fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { outsideLimits } from '#core/server/lists/edited-field.ts'
import { productLimits } from '#modules/catalog/product-limits.ts'
import { describeProduct } from '#modules/catalog/server/staff/edit-product.ts'
import type { CreateProductRequest, StaffProduct } from '#modules/catalog/shapes/products.ts'
import { movimientosStock } from '#modules/catalog/stock-tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/context.ts'

/**
 * Creates a product; its initial stock is the first row of its ledger. Fails with `producto_incompleto`,
 * `producto_repetido` (so that a second click creates nothing) and `valor_invalido`.
 */
export async function createProduct(
	deps: Pick<StaffDeps, 'db'>,
	actorId: number,
	request: CreateProductRequest,
): Promise<StaffProduct | Failure> {
	return await deps.db.transaction((tx) => insertProduct(tx, actorId, request))
}

/** The same inside a transaction of the caller. */
export async function insertProduct(
	tx: Transaction,
	actorId: number,
	request: CreateProductRequest,
): Promise<StaffProduct | Failure> {
	const { nombre, sku, precio, stock, low_stock_threshold } = request
	if (nombre === '' || sku === '') return fail('producto_incompleto')
	for (const [field, { max, what }] of Object.entries(productLimits)) {
		const value = { precio, stock, low_stock_threshold }[field] ?? 0
		if (value < 0 || value > max) return outsideLimits(field, what, max)
	}
	const [product] = await tx
		.insert(productos)
		.values({ nombre, sku, color: request.color ?? '', precio, stock, low_stock_threshold })
		.onConflictDoNothing()
		.returning()
	if (!product) return fail('producto_repetido')
	if (stock > 0) {
		await tx
			.insert(movimientosStock)
			.values({ producto_id: product.id, cantidad: stock, motivo: 'inicial', usuario_id: actorId })
	}
	await writeAudit(tx, { tipo: 'producto', ref: product.id, usuario_id: actorId, accion: 'creado', despues: nombre })
	await announceCatalogChange(tx)
	return describeProduct(product)
}
