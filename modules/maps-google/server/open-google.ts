import { createEmbeddedMaps } from '#modules/delivery/server/maps/embedded-maps.ts'
import type { MapsProvider } from '#modules/delivery/server/maps/maps.ts'
import { type MapsConfig, neededBy } from '#modules/delivery/server/maps/maps-config.ts'
import { createMapsWithinBudget } from '#modules/delivery/server/maps/within-budget.ts'
import { createGoogleMaps, isGoogleId } from '#modules/maps-google/server/google-maps.ts'

/** Google's maps; with a daily budget, the embedded ones serve once it is used up. */
export function openGoogle({ shop, timeoutMs, budget, googleMapsKey, googleMapsUrl }: MapsConfig): MapsProvider {
	const key = neededBy('google', googleMapsKey, 'GOOGLE_MAPS_KEY')
	const google = { shop, key, apiUrl: googleMapsUrl, timeoutMs }
	if (!budget) return createGoogleMaps(google)
	return createMapsWithinBudget({
		budget,
		open: (share) => createGoogleMaps({ ...google, budget: budget[share] }),
		own: createEmbeddedMaps(shop),
		isTheirs: isGoogleId,
	})
}
