import type { PlacesIndex } from '#maps/format/places-index.ts'
import { unitDistance, unitsPerDegree } from '#maps/geometry/geometry.ts'
import type { Position } from '#maps/place.ts'
import type { PlaceRef } from './place-id.ts'

const reachMeters = 150
/** Maximum coordinate difference of a house within reach: a unit is at least 0.9 m. */
const reachUnits = reachMeters / 0.9

/** Returns the house nearest to a position, or undefined when none is within 150 m. */
export function nearestHouse(places: PlacesIndex, position: Position): PlaceRef | undefined {
	const { lats, lngs, numbers } = places
	const [lat, lng] = [position.lat * unitsPerDegree, position.lng * unitsPerDegree]
	let best: PlaceRef | undefined
	let bestMeters = reachMeters
	// A scan of all houses takes a few ms and needs no extra table.
	for (const { key, from, numbered, takesNumbers } of places.streets) {
		const to = takesNumbers ? from + numbered : from
		for (let at = from; at < to; at++) {
			const [houseLat, houseLng] = [lats[at] ?? 0, lngs[at] ?? 0]
			if (Math.abs(houseLat - lat) > reachUnits || Math.abs(houseLng - lng) > reachUnits) continue
			const meters = unitDistance(lat, lng, houseLat, houseLng)
			if (meters > bestMeters) continue
			best = { kind: 'street', key, number: numbers[at] }
			bestMeters = meters
		}
	}
	return best
}
