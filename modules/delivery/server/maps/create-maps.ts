import { searchableAddress } from '#core/rules/plain-numbers.ts'
import { createEmbeddedMaps } from '#modules/delivery/server/maps/embedded-maps.ts'
import type { MapsProvider } from '#modules/delivery/server/maps/maps.ts'
import type { MapsConfig } from '#modules/delivery/server/maps/maps-config.ts'
import { mapProviders } from '#modules/map-providers.ts'

/** The configured maps provider. Throws for a provider that the shop does not have, or that lacks a setting. */
export function createMaps(config: MapsConfig): MapsProvider {
	const provider = config.provider === 'embedded' ? createEmbeddedMaps(config.shop) : openProvider(config)
	return {
		...provider,
		suggest: (text, session) => provider.suggest(searchableAddress(text), session),
		locate: (direccion) => provider.locate(searchableAddress(direccion)),
	}
}

function openProvider(config: MapsConfig): MapsProvider {
	const open = mapProviders[config.provider]
	if (!open) throw new Error(`MAPS_PROVIDER: this shop has no maps of ${config.provider}`)
	return open(config)
}
