interface Position {
	readonly lat: number
	readonly lng: number
}

const earthMeters = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two positions in a straight line. */
function metersBetween(one: Position, other: Position): number {
	const height = Math.sin(radians(other.lat - one.lat) / 2) ** 2
	const width =
		Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(radians(other.lng - one.lng) / 2) ** 2
	return 2 * earthMeters * Math.asin(Math.sqrt(height + width))
}

/** Streets are longer than straight lines, and a car in a city drives 22 km/h and loses time at each start. */
const detour = 1.35
const metersPerSecond = 22_000 / 3_600
const startSeconds = 45

/**
 * Driving between two positions, estimated from the straight line: whole seconds and metres. Good enough to order
 * stops, not to promise.
 */
export function straightDrive(from: Position, to: Position): { seconds: number; meters: number } {
	const meters = Math.round(metersBetween(from, to) * detour)
	return { seconds: meters === 0 ? 0 : Math.round(meters / metersPerSecond) + startSeconds, meters }
}
