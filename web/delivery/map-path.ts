const farZoom = 12
const nearZoom = 16

interface MapLook {
	readonly isDark?: boolean
	/** For a phone: a map as wide as a desk's would be drawn too small there to read its streets. */
	readonly isNarrow?: boolean
}

/** The address of the drawn map: Santiago at zoom 12, or a place at zoom 16 with its marker. */
export function mapPath(place: { lat: number; lng: number } | undefined, look: MapLook = {}): string {
	const query = new URLSearchParams(
		place ? { lat: String(place.lat), lng: String(place.lng), zoom: String(nearZoom) } : { zoom: String(farZoom) },
	)
	if (look.isDark) query.set('oscuro', '1')
	if (look.isNarrow) query.set('formato', 'angosto')
	return `/api/mapas/mapa.svg?${query}`
}
