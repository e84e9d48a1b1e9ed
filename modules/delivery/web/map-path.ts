import { addressOf } from '#core/contract/endpoint.ts'
import { drawMap } from '#modules/delivery/endpoints.ts'

interface MapLook {
	readonly isDark?: boolean
	/** A smaller map for phones, with legible street names. */
	readonly isNarrow?: boolean
}

/** Path of the rendered map: Santiago at zoom 12, or a place at zoom 16 with its marker. */
export function mapPath(place: { lat: number; lng: number } | undefined, look: MapLook = {}): string {
	return addressOf(drawMap, {
		query: {
			lat: place?.lat,
			lng: place?.lng,
			zoom: place ? '16' : '12',
			oscuro: look.isDark ? '1' : undefined,
			formato: look.isNarrow ? 'angosto' : undefined,
		},
	})
}
