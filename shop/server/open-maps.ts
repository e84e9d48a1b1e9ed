import { searchableAddress } from '#core/rules/plain-numbers.ts'
import type { MapsBudget } from '#modules/delivery/server/maps/daily-budget.ts'
import { createDrawnMap, createEmbeddedMaps } from '#modules/delivery/server/maps/embedded-maps.ts'
import type { MapsProvider, MapsProviderName, Position } from '#modules/delivery/server/maps/maps.ts'
import { createMapsWithinBudget } from '#modules/delivery/server/maps/within-budget.ts'
import { createGoogleMaps, isGoogleId } from '#modules/maps-google/server/google-maps.ts'
import { createOsmMaps } from '#modules/maps-osm/server/osm-maps.ts'
import { type Demo, demoMapsKey } from '#shop/server/demo.ts'
import type { Environment } from '#shop/server/environment/environment.ts'

export interface MapsConfig {
	readonly provider: MapsProviderName
	readonly shop: Position
	readonly googleMapsKey?: string | undefined
	/** One base address instead of Google's hosts, for the simulator. */
	readonly googleMapsUrl?: string | undefined
	readonly photonUrl?: string | undefined
	readonly osrmUrl?: string | undefined
	readonly timeoutMs?: number | undefined
	/** The daily budget of calls to Google; undefined counts none. */
	readonly budget?: MapsBudget | undefined
}

/** The maps provider of the environment; in a demo, unconfigured Google and open-stack services are simulators. */
export function openMaps(
	{ env, demo, budget }: { env: Environment; demo?: Demo | undefined; budget?: MapsBudget },
	shop: Position,
): MapsProvider {
	const isSimulated = demo && env.GOOGLE_MAPS_KEY === undefined
	return createMaps({
		provider: env.MAPS_PROVIDER,
		budget,
		shop,
		googleMapsKey: env.GOOGLE_MAPS_KEY ?? (demo && demoMapsKey),
		googleMapsUrl: isSimulated ? `${demo.simulatorsUrl}/google-maps` : undefined,
		photonUrl: env.PHOTON_URL ?? (demo && `${demo.simulatorsUrl}/osm/photon`),
		osrmUrl: env.OSRM_URL ?? (demo && `${demo.simulatorsUrl}/osm/osrm`),
	})
}

/** The configured maps provider. Throws, naming the variable, when one of its settings is missing. */
export function createMaps(config: MapsConfig): MapsProvider {
	const provider = createProvider(config)
	return {
		...provider,
		suggest: (text, session) => provider.suggest(searchableAddress(text), session),
		locate: (direccion) => provider.locate(searchableAddress(direccion)),
	}
}

function createProvider(config: MapsConfig): MapsProvider {
	const { shop, timeoutMs } = config
	switch (config.provider) {
		case 'embedded':
			return createEmbeddedMaps(shop)
		case 'google':
			return openGoogle(config)
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

function openGoogle({ shop, timeoutMs, budget, googleMapsKey, googleMapsUrl }: MapsConfig): MapsProvider {
	const key = demand(googleMapsKey, 'GOOGLE_MAPS_KEY')
	const google = { shop, key, apiUrl: googleMapsUrl, timeoutMs }
	if (!budget) return createGoogleMaps(google)
	return createMapsWithinBudget({
		budget,
		open: (share) => createGoogleMaps({ ...google, budget: budget[share] }),
		own: createEmbeddedMaps(shop),
		isTheirs: isGoogleId,
	})
}

function demand(value: string | undefined, variable: string): string {
	if (!value) throw new Error(`${variable} is missing: the chosen MAPS_PROVIDER needs it`)
	return value
}
