import type { Position } from '#maps/place.ts'
import { unitDistance, unitsPerDegree } from './geometry.ts'

/** About 330 × 280 m, in units of 0.00001 degrees. */
const cellUnits = 300

/** A box in units of 0.00001 degrees. */
export interface Box {
	readonly south: number
	readonly west: number
	readonly north: number
	readonly east: number
}

/** Returns the square around a point, `reach` units to each side. */
export const boxAround = ({ lat, lng }: Position, reach: number): Box => ({
	south: lat - reach,
	west: lng - reach,
	north: lat + reach,
	east: lng + reach,
})

/** Spatial index: points sorted by the cells of a square grid. */
export class PointGrid {
	readonly #lats: Int32Array
	readonly #lngs: Int32Array
	readonly #south: number
	readonly #west: number
	readonly #columns: number
	readonly #rows: number
	readonly #cellFrom: Uint32Array
	readonly #sorted: Uint32Array

	/** `points` are indexes into the coordinates, which are in units of 0.00001 degrees. */
	constructor(lats: Int32Array, lngs: Int32Array, points: Uint32Array) {
		this.#lats = lats
		this.#lngs = lngs
		const bounds = { south: Infinity, west: Infinity, north: -Infinity, east: -Infinity }
		for (const point of points) {
			bounds.south = Math.min(bounds.south, lats[point] ?? 0)
			bounds.north = Math.max(bounds.north, lats[point] ?? 0)
			bounds.west = Math.min(bounds.west, lngs[point] ?? 0)
			bounds.east = Math.max(bounds.east, lngs[point] ?? 0)
		}
		this.#south = bounds.south
		this.#west = bounds.west
		this.#columns = Math.floor((bounds.east - bounds.west) / cellUnits) + 1
		this.#rows = Math.floor((bounds.north - bounds.south) / cellUnits) + 1
		this.#cellFrom = new Uint32Array(this.#columns * this.#rows + 1)
		for (const point of points) {
			const cell = this.#cellOf(point) + 1
			this.#cellFrom[cell] = (this.#cellFrom[cell] ?? 0) + 1
		}
		for (let cell = 1; cell < this.#cellFrom.length; cell++) {
			this.#cellFrom[cell] = (this.#cellFrom[cell] ?? 0) + (this.#cellFrom[cell - 1] ?? 0)
		}
		const next = this.#cellFrom.slice()
		this.#sorted = new Uint32Array(points.length)
		for (const point of points) {
			const cell = this.#cellOf(point)
			const at = next[cell] ?? 0
			this.#sorted[at] = point
			next[cell] = at + 1
		}
	}

	nearest(position: Position, reachMeters: number): { point: number; meters: number } | undefined {
		const lat = position.lat * unitsPerDegree
		const lng = position.lng * unitsPerDegree
		// A unit of longitude is 0.93 m here and one of latitude 1.11 m.
		const reachUnits = reachMeters * 1.1
		let best: { point: number; meters: number } | undefined
		this.within(boxAround({ lat, lng }, reachUnits), (point) => {
			const meters = unitDistance(lat, lng, this.#lats[point] ?? 0, this.#lngs[point] ?? 0)
			if (meters <= reachMeters && (!best || meters < best.meters)) best = { point, meters }
		})
		return best
	}

	/** Visits the points of every cell that overlaps a box. */
	within({ south, west, north, east }: Box, visit: (point: number) => void): void {
		const firstRow = Math.max(0, Math.floor((south - this.#south) / cellUnits))
		const lastRow = Math.min(this.#rows - 1, Math.floor((north - this.#south) / cellUnits))
		const firstColumn = Math.max(0, Math.floor((west - this.#west) / cellUnits))
		const lastColumn = Math.min(this.#columns - 1, Math.floor((east - this.#west) / cellUnits))
		for (let row = firstRow; row <= lastRow; row++) {
			const from = this.#cellFrom[row * this.#columns + firstColumn] ?? 0
			const to = firstColumn > lastColumn ? from : (this.#cellFrom[row * this.#columns + lastColumn + 1] ?? 0)
			for (let at = from; at < to; at++) visit(this.#sorted[at] ?? 0)
		}
	}

	#cellOf(point: number): number {
		const row = Math.floor(((this.#lats[point] ?? 0) - this.#south) / cellUnits)
		const column = Math.floor(((this.#lngs[point] ?? 0) - this.#west) / cellUnits)
		return row * this.#columns + column
	}
}
