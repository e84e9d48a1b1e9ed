import { createEmbeddedMaps } from '#server/delivery/maps/embedded/embedded-maps.ts'
import type { MapsProvider, MapsProviderName } from '#server/delivery/maps/maps.ts'

export interface MapsConfig {
	readonly provider: MapsProviderName
	/** The shop's position in degrees; distances start there. */
	readonly shopLat: number
	readonly shopLon: number
	readonly googleMapsKey?: string | undefined
	readonly photonUrl?: string | undefined
	readonly osrmUrl?: string | undefined
}

/** Where the demo shop is: beside Metro Baquedano. */
export const defaultShop = { lat: -33.43722, lng: -70.63341 } as const

/** The maps provider that the configuration names. Throws when its settings are missing. */
export function createMaps(config: MapsConfig): MapsProvider {
	const shop = { lat: config.shopLat, lng: config.shopLon }
	if (config.provider === 'embedded') return createEmbeddedMaps(shop)
	throw new Error(`MAPS_PROVIDER=${config.provider} is not available`)
}
