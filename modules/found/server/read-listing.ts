import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { readShownColors } from '#modules/catalog/server/catalog.ts'
import { readTariff } from '#modules/delivery/tariff.ts'
import { saleNotice } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** The listing is cached for this many milliseconds, so that repeated requests cost no query. */
const heldMs = 30_000

async function read({ db, clock }: { db: Database; clock: Clock }) {
	const settings = await readSettings(db)
	const at = clock.now()
	return {
		at,
		settings,
		colores: await readShownColors(db),
		cierre: saleNotice(settings, at),
		tarifa: readTariff(settings.despacho_tramos),
		estacion_retiro: settings.retiro_estacion ?? '',
	}
}

/** What the files of listings are written from, with the moment of its reading. */
export type Listing = Awaited<ReturnType<typeof read>>

/** Returns a reader of price, stock and settings that are at most half a minute old. */
export function createListing(deps: { db: Database; clock: Clock }): () => Promise<Listing> {
	let held: { readonly until: number; readonly listing: Promise<Listing> } | undefined
	return () => {
		const now = deps.clock.now().getTime()
		if (held && now < held.until) return held.listing
		const current = { until: now + heldMs, listing: read(deps) }
		held = current
		// A failed read is retried by the next request.
		current.listing.catch(() => {
			if (held === current) held = undefined
		})
		return current.listing
	}
}
