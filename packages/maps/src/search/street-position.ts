import type { PlacesIndex, Street } from '#maps/format/places-index.ts'
import { nearestOnSegment, unitDistance } from '#maps/geometry/geometry.ts'

/** A point in units of 0.00001 degrees. */
export interface Point {
	readonly lat: number
	readonly lng: number
}

/** Accepted distance of a number outside the known range: the source lacks some houses. */
const beyondKnown = { A: 500, C: 300, P: 120 } as const
/** A street with a higher first known number began in another comuna. */
const latestBeginning = 1_300
const farthestBefore = 800
/** Maximum distance in m of crossing streets; anchors are house fronts, not the centreline. */
const crossingMeters = 90

/** Returns whether a street can have a house number. A street without known numbers accepts any. */
export function canHaveNumber(index: PlacesIndex, street: Street, number: number): boolean {
	if (number < 1 || !street.takesNumbers) return false
	if (street.numbered === 0) return true
	const first = index.numbers[street.from] ?? 0
	const last = index.numbers[street.from + street.numbered - 1] ?? 0
	// If the first number is an estimate, the street begins before its first observation.
	const lowest = isEstimate(street, first) && first < latestBeginning ? 1 : first - beyondKnown[street.way]
	return number >= lowest && number <= last + beyondKnown[street.way]
}

/** Returns the position of a house number, interpolated between neighbours. Without a number: the middle of the street. */
export function positionOn(index: PlacesIndex, street: Street, number: number | undefined): Point {
	const pointAt = (at: number) => ({ lat: index.lats[at] ?? 0, lng: index.lngs[at] ?? 0 })
	if (number === undefined || street.numbered === 0) return pointAt((street.from + street.to) >> 1)
	const end = street.from + street.numbered
	let above = street.from
	while (above < end && (index.numbers[above] ?? 0) < number) above++
	if (above === end) return pointAt(end - 1)
	const high = index.numbers[above] ?? 0
	if (high === number) return pointAt(above)
	if (above === street.from) return before(pointAt(above), pointAt(Math.min(above + 1, end - 1)), high - number)
	const low = index.numbers[above - 1] ?? 0
	const share = (number - low) / (high - low)
	const [from, to] = [pointAt(above - 1), pointAt(above)]
	return {
		lat: Math.round(from.lat + (to.lat - from.lat) * share),
		lng: Math.round(from.lng + (to.lng - from.lng) * share),
	}
}

function isEstimate(street: Street, number: number): boolean {
	return number < street.knownFrom || number > street.knownTo
}

/** Returns the point this many m before the first one, in line with the second, at most 800 m. */
function before(first: Point, second: Point, meters: number): Point {
	const apart = unitDistance(first.lat, first.lng, second.lat, second.lng)
	if (apart < 20) return first
	const share = Math.min(meters, farthestBefore) / apart
	return {
		lat: Math.round(first.lat + (first.lat - second.lat) * share),
		lng: Math.round(first.lng + (first.lng - second.lng) * share),
	}
}

/** Returns the confidence of a number on a street: 1 among neighbours, towards 0 with the distance. */
export function numberCertainty(index: PlacesIndex, street: Street, number: number): number {
	if (street.numbered === 0) return 0.1
	const end = street.from + street.numbered
	let above = street.from
	while (above < end && (index.numbers[above] ?? 0) < number) above++
	const high = above < end ? (index.numbers[above] ?? 0) : Number.POSITIVE_INFINITY
	const low = above > street.from ? (index.numbers[above - 1] ?? 0) : Number.NEGATIVE_INFINITY
	const nearest = Math.min(high - number, number - low)
	const isUnknown = isEstimate(street, number)
	return Math.max(0.1, 1 - nearest / 700) * (isUnknown ? 0.85 : 1)
}

/** Returns the crossing of two streets, or undefined when they are more than 90 m apart. */
export function crossingOf(index: PlacesIndex, street: Street, other: Street): Point | undefined {
	let best: Point | undefined
	let bestMeters = crossingMeters
	const consider = (at: number, segment: number, last: number) => {
		const [lat, lng] = [index.lats[at] ?? 0, index.lngs[at] ?? 0]
		const next = Math.min(segment + 1, last)
		const [latP, lngP] = [index.lats[segment] ?? 0, index.lngs[segment] ?? 0]
		const [latQ, lngQ] = [index.lats[next] ?? 0, index.lngs[next] ?? 0]
		// Most segments are far away; a check of their ends skips the rest.
		if (unitDistance(lat, lng, latP, lngP) > unitDistance(latP, lngP, latQ, lngQ) + bestMeters) return
		const near = nearestOnSegment({ lat, lng }, { lat: latP, lng: lngP }, { lat: latQ, lng: lngQ })
		if (near.meters >= bestMeters) return
		bestMeters = near.meters
		best = { lat: Math.round((lat + near.lat) / 2), lng: Math.round((lng + near.lng) / 2) }
	}
	for (const [points, line] of [
		[street, other],
		[other, street],
	] as const) {
		for (let at = points.from; at < points.to; at++) {
			for (let segment = line.from; segment < line.to; segment++) consider(at, segment, line.to - 1)
		}
	}
	return best
}
