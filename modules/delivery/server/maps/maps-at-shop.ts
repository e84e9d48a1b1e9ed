import { searchableAddress } from '#core/rules/text.ts'
import type { MapsConfig } from '#modules/delivery/server/maps/call-maps.ts'
import { createEmbeddedMaps } from '#modules/delivery/server/maps/embedded-maps.ts'
import type { MapsProvider, Position } from '#modules/delivery/server/maps/maps.ts'
import { mapProviders } from '#modules/lists/server.ts'

/** The configured maps provider. Throws for a provider that the shop does not have, or that lacks a setting. */
export function createMaps(config: MapsConfig): MapsProvider {
	const open = config.provider === 'embedded' ? () => createEmbeddedMaps(config.shop) : mapProviders[config.provider]
	if (!open) throw new Error(`MAPS_PROVIDER: this shop has no maps of ${config.provider}`)
	const provider = open(config)
	return {
		...provider,
		suggest: (text, session) => provider.suggest(searchableAddress(text), session),
		locate: (direccion) => provider.locate(searchableAddress(direccion)),
	}
}

interface MapsAtShopDeps {
	/** The shop's current position. */
	readonly readPosition: () => Promise<Position>
	readonly open: (shop: Position) => MapsProvider
}

/**
 * The maps of a shop whose position may change: reopened after a change of the setting. `first`: the position until the
 * first call.
 */
export function createMapsAtShop({ readPosition, open }: MapsAtShopDeps, first: Position): MapsProvider {
	let shop = first
	let provider = open(first)
	const current = async () => {
		const now = await readPosition()
		if (now.lat !== shop.lat || now.lng !== shop.lng) {
			provider = open(now)
			shop = now
		}
		return provider
	}
	return {
		name: provider.name,
		attribution: provider.attribution,
		warm: async () => await (await current()).warm(),
		suggest: async (...args) => await (await current()).suggest(...args),
		place: async (...args) => await (await current()).place(...args),
		locate: async (...args) => await (await current()).locate(...args),
		drivingDistance: async (...args) => await (await current()).drivingDistance(...args),
		drivingMatrix: async (...args) => await (await current()).drivingMatrix(...args),
		drivingLine: async (...args) => await (await current()).drivingLine(...args),
		drawMap: async (...args) => await (await current()).drawMap(...args),
	}
}
