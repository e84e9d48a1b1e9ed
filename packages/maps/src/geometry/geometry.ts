import type { Position } from '#maps/place.ts'

/** Metres of one degree of latitude on a sphere of 6,371 km. */
const metersPerDegree = 111_194.93

/** Coordinates are whole units of 0.00001 degrees, about one metre. */
export const unitsPerDegree = 100_000

export function toDegrees(units: number): number {
	return units / unitsPerDegree
}

// One cosine for the whole city makes stored lengths reproducible; over 0.3 degrees of latitude the error is 0.3 %.
const referenceCosine = Math.cos((33.45 * Math.PI) / 180)
const metersPerUnitY = metersPerDegree / unitsPerDegree
const metersPerUnitX = metersPerUnitY * referenceCosine

/** Returns the planar distance in m of two points in units of 0.00001 degrees, accurate within the city. */
export function unitDistance(latA: number, lngA: number, latB: number, lngB: number): number {
	return Math.hypot((latA - latB) * metersPerUnitY, (lngA - lngB) * metersPerUnitX)
}

/** Returns the great-circle distance in m of two positions. */
export function haversine(a: Position, b: Position): number {
	const radians = Math.PI / 180
	const dLat = ((b.lat - a.lat) * radians) / 2
	const dLng = ((b.lng - a.lng) * radians) / 2
	const h = Math.sin(dLat) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(dLng) ** 2
	return 2 * metersPerDegree * (180 / Math.PI) * Math.asin(Math.sqrt(h))
}

/** Returns the point of segment p-q nearest to point o, in units, with its distance in m. */
export function nearestOnSegment(o: Position, p: Position, q: Position): { lat: number; lng: number; meters: number } {
	const x = (q.lng - p.lng) * metersPerUnitX
	const y = (q.lat - p.lat) * metersPerUnitY
	const square = x * x + y * y
	const along = (o.lng - p.lng) * metersPerUnitX * x + (o.lat - p.lat) * metersPerUnitY * y
	const share = square === 0 ? 0 : Math.min(1, Math.max(0, along / square))
	const lat = p.lat + (q.lat - p.lat) * share
	const lng = p.lng + (q.lng - p.lng) * share
	return { lat, lng, meters: unitDistance(o.lat, o.lng, lat, lng) }
}

/** Returns whether a point is inside a ring of [lat, lng, lat, lng, …] in units (even-odd rule). */
export function ringContains(ring: Int32Array, lat: number, lng: number): boolean {
	let inside = false
	const last = ring.length - 2
	for (let i = 0, j = last; i < ring.length; j = i, i += 2) {
		const latI = ring[i] ?? 0
		const lngI = ring[i + 1] ?? 0
		const latJ = ring[j] ?? 0
		const lngJ = ring[j + 1] ?? 0
		if (latI > lat !== latJ > lat && lng < ((lngJ - lngI) * (lat - latI)) / (latJ - latI) + lngI) inside = !inside
	}
	return inside
}
