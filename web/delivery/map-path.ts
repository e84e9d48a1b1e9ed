const farZoom = 12
const nearZoom = 16

/** The address of the drawn map: Santiago at zoom 12, or a place at zoom 16 with its marker. */
export function mapPath(place: { lat: number; lng: number } | undefined, isDark: boolean): string {
	const query = new URLSearchParams(
		place ? { lat: String(place.lat), lng: String(place.lng), zoom: String(nearZoom) } : { zoom: String(farZoom) },
	)
	if (isDark) query.set('oscuro', '1')
	return `/api/mapas/mapa.svg?${query}`
}
