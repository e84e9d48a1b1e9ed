import { unitsPerDegree } from '#maps/geometry/geometry.ts'
import type { MapView } from '#maps/place.ts'

const tilePixels = 256

/** Projects units of 0.00001 degrees to pixels of one picture (Web Mercator). */
export class MapProjection {
	readonly width: number
	readonly height: number
	readonly #pixelsPerUnit: number
	readonly #world: number
	readonly #left: number
	readonly #top: number
	readonly bounds: { readonly south: number; readonly west: number; readonly north: number; readonly east: number }

	constructor(view: Pick<MapView, 'lat' | 'lng' | 'zoom' | 'width' | 'height'>) {
		this.width = view.width
		this.height = view.height
		this.#world = tilePixels * 2 ** view.zoom
		this.#pixelsPerUnit = this.#world / 360 / unitsPerDegree
		this.#left = view.lng * unitsPerDegree * this.#pixelsPerUnit - view.width / 2
		this.#top = this.#mercator(view.lat) - view.height / 2
		// Within one city the scale at the centre is accurate enough for the box.
		const unitsPerPixelY = Math.cos((view.lat * Math.PI) / 180) / this.#pixelsPerUnit
		const lat = view.lat * unitsPerDegree
		const lng = view.lng * unitsPerDegree
		this.bounds = {
			south: lat - (view.height / 2) * unitsPerPixelY,
			north: lat + (view.height / 2) * unitsPerPixelY,
			west: lng - view.width / 2 / this.#pixelsPerUnit,
			east: lng + view.width / 2 / this.#pixelsPerUnit,
		}
	}

	x(lng: number): number {
		return lng * this.#pixelsPerUnit - this.#left
	}

	y(lat: number): number {
		return this.#mercator(lat / unitsPerDegree) - this.#top
	}

	/** Returns whether a point is in the picture, or at most `margin` pixels outside. */
	shows(lat: number, lng: number, margin = 0): boolean {
		const [x, y] = [this.x(lng), this.y(lat)]
		return x >= -margin && x <= this.width + margin && y >= -margin && y <= this.height + margin
	}

	#mercator(lat: number): number {
		const radians = (lat * Math.PI) / 180
		return ((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * this.#world
	}
}

/** Returns the SVG path of a line of [lat, lng, …], in whole pixels, without steps shorter than `stepPixels`. */
export function pathOf(projection: MapProjection, line: Int32Array, stepPixels: number): string {
	let path = ''
	let lastX = 0
	let lastY = 0
	for (let at = 0; at < line.length; at += 2) {
		const x = Math.round(projection.x(line[at + 1] ?? 0))
		const y = Math.round(projection.y(line[at] ?? 0))
		const isEnd = at === line.length - 2
		if (at > 0 && !isEnd && Math.hypot(x - lastX, y - lastY) < stepPixels) continue
		if (at > 0 && x === lastX && y === lastY) continue
		path += at === 0 ? `M${x} ${y}` : `l${x - lastX} ${y - lastY}`
		lastX = x
		lastY = y
	}
	return path
}

/** Returns whether a line may be visible: its box overlaps the picture. */
export function touches(projection: MapProjection, line: Int32Array): boolean {
	let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity]
	for (let at = 0; at < line.length; at += 2) {
		south = Math.min(south, line[at] ?? 0)
		north = Math.max(north, line[at] ?? 0)
		west = Math.min(west, line[at + 1] ?? 0)
		east = Math.max(east, line[at + 1] ?? 0)
	}
	const { bounds } = projection
	return south <= bounds.north && north >= bounds.south && west <= bounds.east && east >= bounds.west
}
