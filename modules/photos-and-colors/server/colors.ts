import { sql } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { bottlePicture } from '#modules/catalog/bottle-picture.ts'
import { colorSlug, isBuiltIn } from '#modules/catalog/colors.ts'
import { defaultLowStockThreshold, productName, sku } from '#modules/catalog/product.ts'
import { readCatalog } from '#modules/catalog/server/read-catalog.ts'
import { readColors } from '#modules/catalog/server/read-colors.ts'
import { insertProduct } from '#modules/catalog/server/staff/create-product.ts'
import { colores } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/context.ts'
import { refuseNewColor } from '#modules/photos-and-colors/new-color.ts'
import type { CreateColorRequest, StaffColor } from '#modules/photos-and-colors/shapes/colors.ts'

/** Every colour, in the order of Home. */
export async function listColors(db: Queryable): Promise<StaffColor[]> {
	const onSale = new Set((await readCatalog(db, sku)).map(({ color }) => color))
	const records = await readColors(db)
	return records.map(({ color, muestra = null, foto }) => ({
		color,
		slug: colorSlug(color),
		muestra,
		// The hash is part of the address because of browser caches.
		imagen: foto ? `${bottlePicture(color)}?v=${foto}` : isBuiltIn(color) ? bottlePicture(color) : null,
		con_foto: foto !== undefined,
		visible: isBuiltIn(color) || (foto !== undefined && onSale.has(color)),
	}))
}

/** Serialises the creation of colours over all processes. */
export async function lockColors(tx: Transaction): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('colores', 0))`)
}

/**
 * Creates a colour with its swatch and a product; Home shows it once it has a photo. Price and stock of an existing
 * product stay. Fails with `color_invalido` and `valor_invalido`.
 */
export async function createColor(
	deps: Pick<StaffDeps, 'db'>,
	actorId: number,
	{ color, muestra, precio, stock }: CreateColorRequest,
): Promise<StaffColor[] | Failure> {
	return await deps.db.transaction(async (tx) => {
		await lockColors(tx)
		const existing = (await readColors(tx)).map((record) => record.color)
		const refused = refuseNewColor({ color, muestra }, existing)
		if (refused) return fail('color_invalido', { text: refused })
		const product = { nombre: productName, sku, color, precio, stock, low_stock_threshold: defaultLowStockThreshold }
		const created = await insertProduct(tx, actorId, product)
		if (isFailure(created) && created.failure !== 'producto_repetido') return created
		await tx.insert(colores).values({ color, slug: colorSlug(color), muestra })
		await writeAudit(tx, { tipo: 'producto', ref: color, usuario_id: actorId, accion: 'color_creado', despues: color })
		await announceCatalogChange(tx)
		return await listColors(tx)
	})
}
