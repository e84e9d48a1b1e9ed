import type { PlacesIndex, Street } from '#maps/format/places-index.ts'
import type { MapProjection } from './map-projection.ts'

/** A label: its centre in pixels and its rotation in degrees. */
export interface Label {
	readonly text: string
	readonly x: number
	readonly y: number
	readonly angle: number
}

const mostLabels = 16
const letterPixels = 6.1
const gapPixels = 34

/** Returns the labels of the larger streets in the picture, along their streets, without overlaps. */
export function labelStreets(places: PlacesIndex, projection: MapProjection): Label[] {
	const candidates = places.streets
		.map((street) => ({ street, points: pointsIn(places, projection, street) }))
		.filter(({ points }) => points.length > 1)
		.sort((a, b) => rank(b.street) - rank(a.street))
	const labels: Label[] = []
	const names = new Set<string>()
	for (const { street, points } of candidates) {
		if (labels.length >= mostLabels) break
		const label = labelAlong(street.name.replace(/^Avenida /, 'Av. '), points)
		if (!label || names.has(label.text) || labels.some((other) => overlaps(label, other))) continue
		const half = (label.text.length * letterPixels) / 2
		if (label.x < half || label.x > projection.width - half || label.y < 16 || label.y > projection.height - 28)
			continue
		// The marker is in the centre.
		if (Math.hypot(label.x - projection.width / 2, label.y - projection.height / 2 + 14) < half * 0.6 + 22) continue
		names.add(label.text)
		labels.push(label)
	}
	return labels
}

function rank(street: Street): number {
	return street.weight * (street.way === 'A' ? 4 : street.way === 'P' ? 0.2 : 1)
}

function pointsIn(places: PlacesIndex, projection: MapProjection, street: Street): { x: number; y: number }[] {
	const { bounds } = projection
	const points: { x: number; y: number }[] = []
	for (let at = street.from; at < street.to; at++) {
		const lat = places.lats[at] ?? 0
		const lng = places.lngs[at] ?? 0
		if (lat < bounds.south || lat > bounds.north || lng < bounds.west || lng > bounds.east) continue
		points.push({ x: projection.x(lng), y: projection.y(lat) })
	}
	return points
}

/** Places a name along the main direction of its points, if they form a straight line longer than the name. */
function labelAlong(text: string, points: readonly { x: number; y: number }[]): Label | undefined {
	const x = mean(points.map((point) => point.x))
	const y = mean(points.map((point) => point.y))
	const xx = mean(points.map((point) => (point.x - x) ** 2))
	const yy = mean(points.map((point) => (point.y - y) ** 2))
	const xy = mean(points.map((point) => (point.x - x) * (point.y - y)))
	const radians = Math.atan2(2 * xy, xx - yy) / 2
	const along = points.map((point) => (point.x - x) * Math.cos(radians) + (point.y - y) * Math.sin(radians))
	const across = points.map((point) => Math.abs((point.y - y) * Math.cos(radians) - (point.x - x) * Math.sin(radians)))
	const length = Math.max(...along) - Math.min(...along)
	if (length < text.length * letterPixels || mean(across) > 14) return undefined
	return { text, x: Math.round(x), y: Math.round(y), angle: Math.round((radians * 180) / Math.PI) }
}

function overlaps(a: Label, b: Label): boolean {
	const reach = Math.max(gapPixels, ((a.text.length + b.text.length) * letterPixels) / 3.4)
	return Math.hypot(a.x - b.x, a.y - b.y) < reach
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length
}
