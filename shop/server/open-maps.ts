import type { MapsBudget } from '#modules/delivery/server/maps/call-maps.ts'
import type { MapsProvider, Position } from '#modules/delivery/server/maps/maps.ts'
import { createMaps } from '#modules/delivery/server/maps/maps-at-shop.ts'
import { type Demo, demoMapsKey } from '#shop/server/demo.ts'
import type { Environment } from '#shop/server/environment/environment.ts'

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
