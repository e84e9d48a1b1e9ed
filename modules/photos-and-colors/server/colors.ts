import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type FailureCode, orRefuse, refuse } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import type { PictureDecoder, Undrawn } from '#core/server/pictures/picture-decoder.ts'
import { bottlePicture, type Color, colorFromSlug, colorSlug, isBuiltIn } from '#modules/catalog/colors.ts'
import { defaultLowStockThreshold, productName, sku } from '#modules/catalog/product.ts'
import { photoKey, readCatalog, readColors } from '#modules/catalog/server/catalog.ts'
import { freePriceProblem, insertProduct } from '#modules/catalog/staff/server/products.ts'
import { colores } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { newColorProblem } from '#modules/photos-and-colors/new-color.ts'
import type { CreateColorRequest, StaffColor } from '#modules/photos-and-colors/shapes.ts'

export interface PhotoDeps extends Pick<StaffDeps, 'db'> {
	readonly files: Files
	readonly pictures: Pick<PictureDecoder, 'drawFiles'>
}

const undrawn: Readonly<Record<Undrawn, FailureCode>> = {
	unreadable: 'foto_no_imagen',
	incomplete: 'foto_incompleta',
	too_many_pixels: 'foto_grande',
	too_small: 'foto_chica',
	too_costly: 'foto_grande',
}

const typeOf = (name: string) => `image/${name.split('.').at(-1)}`

/**
 * Sets a photo as the picture of a colour on Home, in cart, orders and mails. The files are written first, under their
 * content hash, and the colour refers to them in one step; earlier files stay for open pages. Refuses with
 * `color_desconocido`, `foto_no_imagen`, `foto_grande`, `foto_chica`.
 */
export async function setColorPhoto(
	deps: PhotoDeps,
	actorId: number,
	{ slug, bytes }: { slug: string; bytes: Uint8Array },
): Promise<StaffColor[]> {
	if ((await colorNamed(deps.db, slug)) === undefined) refuse('color_desconocido')
	const drawn = await deps.pictures.drawFiles(bytes, 'bottle')
	if (typeof drawn === 'string') refuse(undrawn[drawn])
	const content = createHash('sha256')
	for (const file of drawn.values()) content.update(file)
	const foto = content.digest('hex').slice(0, 8)
	for (const [name, file] of drawn) await deps.files.put(photoKey(foto, name), file, typeOf(name))
	return await change(deps, { slug, actorId, accion: 'foto_cambiada', foto })
}

/** Restores the shop's own picture of a colour; one added by staff is hidden. Refuses with `color_desconocido`. */
export async function removeColorPhoto(
	deps: Pick<StaffDeps, 'db'>,
	actorId: number,
	slug: string,
): Promise<StaffColor[]> {
	return await change(deps, { slug, actorId, accion: 'foto_quitada', foto: null })
}

interface PhotoChange {
	readonly slug: string
	readonly actorId: number
	readonly accion: 'foto_cambiada' | 'foto_quitada'
	readonly foto: string | null
}

async function change(
	{ db }: Pick<StaffDeps, 'db'>,
	{ slug, actorId, accion, foto }: PhotoChange,
): Promise<StaffColor[]> {
	return await db.transaction(async (tx) => {
		await lockColors(tx)
		const color = await colorNamed(tx, slug)
		if (color === undefined) refuse('color_desconocido')
		const [before] = await tx.select({ foto: colores.foto }).from(colores).where(eq(colores.color, color))
		if ((before?.foto ?? null) === foto) return await listColors(tx)
		await tx
			.insert(colores)
			.values({ color, slug: colorSlug(color), foto })
			.onConflictDoUpdate({ target: colores.color, set: { foto } })
		const trace = { antes: before?.foto ?? null, despues: foto }
		await writeAudit(tx, { tipo: 'producto', ref: color, usuario_id: actorId, accion, detalle: color, ...trace })
		await announceCatalogChange(tx)
		return await listColors(tx)
	})
}

async function colorNamed(db: StaffDeps['db'] | Transaction, slug: string): Promise<Color | undefined> {
	const known = await readColors(db)
	return colorFromSlug(
		known.map(({ color }) => color),
		slug,
	)
}

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
async function lockColors(tx: Transaction): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('colores', 0))`)
}

/**
 * Creates a colour with its swatch and a product; Home shows it once it has a photo. Price and stock of an existing
 * product stay. Refuses with `color_invalido` and `valor_invalido`.
 */
export async function createColor(
	deps: Pick<StaffDeps, 'db'>,
	actorId: number,
	{ color, muestra, precio, stock }: CreateColorRequest,
): Promise<StaffColor[]> {
	orRefuse(freePriceProblem(precio))
	return await deps.db.transaction(async (tx) => {
		await lockColors(tx)
		const existing = (await readColors(tx)).map((record) => record.color)
		const refused = newColorProblem({ color, muestra }, existing)
		if (refused) refuse('color_invalido', { text: refused })
		const product = { nombre: productName, sku, color, precio, stock, low_stock_threshold: defaultLowStockThreshold }
		await insertProduct(tx, actorId, product)
		await tx.insert(colores).values({ color, slug: colorSlug(color), muestra })
		await writeAudit(tx, { tipo: 'producto', ref: color, usuario_id: actorId, accion: 'color_creado', despues: color })
		await announceCatalogChange(tx)
		return await listColors(tx)
	})
}
