import type { Queryable } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { isBuiltIn } from '#modules/catalog/colors.ts'
import { productName, sku } from '#modules/catalog/product.ts'
import { readCatalog } from '#modules/catalog/server/read-catalog.ts'
import { readColors } from '#modules/catalog/server/read-colors.ts'
import type { CatalogColor, PageData } from '#modules/catalog/shapes/page-data.ts'
import { unitLimitsOf } from '#modules/catalog/unit-limits.ts'
import { readTariff } from '#modules/delivery/tariff.ts'
import { pageTextsOf } from '#modules/settings/page-texts.ts'
import { saleNotice } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { sellerOf } from '#modules/settings/shop-data.ts'
import type { SocialFeed } from '#modules/social/server/social-feed.ts'

/** The four built-in colours, on sale or not, and those added by staff with a photo and on sale. */
async function readShownColors(db: Queryable): Promise<CatalogColor[]> {
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
 * Reads the data of the first paint; the feed is null when it cannot be read. `change`: settings to preview. Throws
 * when the database does not answer.
 */
export async function readPageData(
	deps: Pick<PageData, 'mapas'> & {
		db: Queryable
		clock: Clock
		social: Pick<SocialFeed, 'list'>
		log: Pick<Log, 'warn'>
	},
	change: Partial<Settings> = {},
): Promise<PageData> {
	const { db, clock, social, log, mapas } = deps
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
		...(cierre && { cierre }),
		...pageTextsOf(settings, clock.now()),
		colores,
		limites: unitLimitsOf(settings),
		social: posts,
		...(mapas && { mapas }),
	}
}
