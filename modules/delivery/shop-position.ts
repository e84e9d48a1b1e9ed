/** The bounding box of the Región Metropolitana, in degrees, which contains the shop and its deliveries. */
export const region = { south: -34.3, north: -32.9, west: -71.8, east: -69.7 } as const

interface Degrees {
	readonly lat: number
	readonly lng: number
}

/** A demo's position: beside Metro Baquedano. */
export const defaultShop: Degrees = { lat: -33.43722, lng: -70.63341 }

const pattern = /^(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)$/

/** A position in the format of maps, `-33.43722, -70.63341`; undefined for anything else and outside the region. */
export function readPosition(text: string | null): Degrees | undefined {
	const [, lat, lng] = (pattern.exec(text?.trim() ?? '') ?? []).map(Number)
	if (lat === undefined || lng === undefined) return undefined
	const isInside = lat > region.south && lat < region.north && lng > region.west && lng < region.east
	return isInside ? { lat, lng } : undefined
}

/** A position as a text that `readPosition` reads. */
export const positionText = ({ lat, lng }: Degrees): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/** The sentence for staff about an invalid position; undefined for a valid one. */
export function positionProblem(text: string): string | undefined {
	if (readPosition(text)) return undefined
	return pattern.test(text.trim())
		? 'Esa posición queda fuera de la Región Metropolitana.'
		: 'Escribe latitud y longitud, como -33.43722, -70.63341: en Google Maps, mantén el dedo sobre la tienda y cópialas.'
}
