import { and, asc, eq, isNull } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { type Failure, fail, orRefuse } from '#core/contract/failure.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { builtInColors, isBuiltIn } from '#modules/catalog/colors.ts'
import * as endpoints from '#modules/catalog/endpoints.ts'
import { productName, sku } from '#modules/catalog/product.ts'
import type {
	AvailabilityAnswer,
	CatalogColor,
	PageData,
	RefreshCartAnswer,
	RefreshCartRequest,
} from '#modules/catalog/shapes.ts'
import { colores, type ProductRow, productos } from '#modules/catalog/tables.ts'
import { unitLimitsOf } from '#modules/catalog/unit-limits.ts'
import { readTariff } from '#modules/delivery/tariff.ts'
import { pageParts } from '#modules/lists/page-parts.ts'
import { searchTerms } from '#modules/lists/search-terms.ts'
import { pageTextsOf } from '#modules/settings/page-texts.ts'
import { saleNotice } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { offeredGateways, sellerOf } from '#modules/settings/shop-data.ts'
import type { SocialFeed } from '#modules/social/server/social-feed.ts'

export function catalogRoutes({ db }: { db: Database }): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readAvailability, async ({ params }) => orRefuse(await readAvailability(db, params.sku)))
		handle(app, endpoints.refreshCart, async ({ body }) => await refreshCart(db, body))
	}
}

/** The four built-in colours, on sale or not, and those added by staff with a photo and on sale. */
export async function readShownColors(db: Queryable): Promise<CatalogColor[]> {
	const catalog = await readCatalog(db, sku)
	const records = await readColors(db)
	return records.flatMap((record) => {
		const found = catalog.find(({ color }) => color === record.color)
		if (!isBuiltIn(record.color) && !(record.foto && found)) return []
		const { nombre = productName, precio = null, stock = 0 } = found ?? {}
		return [{ ...record, nombre, precio, stock }]
	})
}

/**
 * Reads the data of the first paint; the feed is null when it cannot be read. `pasarelas`: those that can be called;
 * `change`: settings to preview. Throws when the database does not answer.
 */
export async function readPageData(
	deps: Pick<PageData, 'mapas' | 'demo' | 'pasarelas'> & {
		db: Queryable
		clock: Clock
		social: Pick<SocialFeed, 'list'>
		log: Pick<Log, 'warn'>
	},
	change: Partial<Settings> = {},
): Promise<PageData> {
	const { db, clock, social, log, mapas, demo, pasarelas } = deps
	const colores = await readShownColors(db)
	const posts = await social.list().catch((error: unknown) => {
		// The feed is optional on a page; prices and stock are not.
		log.warn({ err: error }, 'a page is made without the social feed and asks for it by itself')
		return null
	})
	const settings = { ...(await readSettings(db)), ...change }
	const cierre = saleNotice(settings, clock.now())
	return {
		tienda: sellerOf(settings),
		estacion_retiro: settings.retiro_estacion ?? '',
		tarifa: readTariff(settings.despacho_tramos),
		pasarelas: offeredGateways(settings, pasarelas),
		...(cierre && { cierre }),
		...pageTextsOf(settings, clock.now()),
		...Object.assign({}, ...pageParts.map((partOf) => partOf(settings))),
		colores,
		limites: unitLimitsOf(settings),
		social: posts,
		buscadores: Object.assign({}, ...searchTerms.map((termsOf) => termsOf(settings))),
		...(mapas && { mapas }),
		...(demo && { demo }),
	}
}

type ColorOnSale = Pick<ProductRow, 'nombre' | 'color' | 'precio' | 'stock'>

/** Returns the products on sale of a sku: one per colour, with price and stock. May be empty. */
export async function readCatalog(db: Queryable, sku: string): Promise<ColorOnSale[]> {
	return await db
		.select({ nombre: productos.nombre, color: productos.color, precio: productos.precio, stock: productos.stock })
		.from(productos)
		.where(and(eq(productos.sku, sku), isNull(productos.deleted_at)))
		.orderBy(asc(productos.id))
}

/** Returns units in stock by colour. Fails with `producto_desconocido` for an unknown sku. */
async function readAvailability(db: Queryable, sku: string): Promise<AvailabilityAnswer | Failure> {
	const catalog = await readCatalog(db, sku)
	if (catalog.length === 0) return fail('producto_desconocido')
	const stock = Object.fromEntries(catalog.map(({ color, stock }) => [color, stock]))
	return { stock, limites: unitLimitsOf(await readSettings(db)) }
}

/** Returns the current price and stock of each line, in the given order; unknown ones are omitted. */
async function refreshCart(db: Queryable, request: RefreshCartRequest): Promise<RefreshCartAnswer> {
	const catalogs = new Map<string, ColorOnSale[]>()
	for (const { sku } of request.items) {
		if (!catalogs.has(sku)) catalogs.set(sku, await readCatalog(db, sku))
	}
	const items = request.items.flatMap(({ sku, color }) => {
		const found = catalogs.get(sku)?.find((entry) => entry.color === (color ?? ''))
		return found ? [{ sku, color: found.color, precio: found.precio, disponible: found.stock }] : []
	})
	return { items }
}

/** Every colour: the four built-in ones, then those added by staff, the oldest first. */
export async function readColors(db: Queryable): Promise<Pick<CatalogColor, 'color' | 'muestra' | 'foto'>[]> {
	const rows = await db.select().from(colores).orderBy(asc(colores.created_at), asc(colores.color))
	const records = rows.map(({ color, muestra, foto }) => ({
		color,
		...(muestra !== null && { muestra }),
		...(foto !== null && { foto }),
	}))
	const four = builtInColors.map((color) => records.find((record) => record.color === color) ?? { color })
	return [...four, ...records.filter(({ color }) => !isBuiltIn(color))]
}

/** The key of a file of the owner's photo (`hero-640.avif`, `shaker.webp`). `hash`: of all its files' contents. */
export function photoKey(hash: string, name: string): string {
	return `colores/${hash}/${name}`
}
