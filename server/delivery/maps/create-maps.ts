import { createDrawnMap, createEmbeddedMaps } from '#server/delivery/maps/embedded/embedded-maps.ts'
import { createGoogleMaps } from '#server/delivery/maps/google-maps.ts'
import type { MapsProvider, MapsProviderName } from '#server/delivery/maps/maps.ts'
import { createOsmMaps } from '#server/delivery/maps/osm-maps.ts'

export interface MapsConfig {
	readonly provider: MapsProviderName
	/** The shop's position in degrees; distances start there. */
	readonly shopLat: number
	readonly shopLon: number
	readonly googleMapsKey?: string | undefined
	/** One base address instead of Google's hosts; the simulator uses it. */
	readonly googleMapsUrl?: string | undefined
	readonly photonUrl?: string | undefined
	readonly osrmUrl?: string | undefined
	readonly timeoutMs?: number | undefined
}

/** Where the demo shop is: beside Metro Baquedano. */
export const defaultShop = { lat: -33.43722, lng: -70.63341 } as const

/** The maps provider that the configuration names. Throws, naming the variable, when one of its settings is missing. */
export function createMaps(config: MapsConfig): MapsProvider {
	const shop = { lat: config.shopLat, lng: config.shopLon }
	const { timeoutMs } = config
	switch (config.provider) {
		case 'embedded':
			return createEmbeddedMaps(shop)
		case 'google':
			return createGoogleMaps({
				shop,
				key: demand(config.googleMapsKey, 'GOOGLE_MAPS_KEY'),
				apiUrl: config.googleMapsUrl,
				timeoutMs,
			})
		case 'osm':
			return createOsmMaps({
				shop,
				photonUrl: demand(config.photonUrl, 'PHOTON_URL'),
				osrmUrl: demand(config.osrmUrl, 'OSRM_URL'),
				draw: createDrawnMap(),
				timeoutMs,
			})
	}
}

function demand(value: string | undefined, variable: string): string {
	if (!value) throw new Error(`${variable} is missing: the chosen MAPS_PROVIDER needs it`)
	return value
}
