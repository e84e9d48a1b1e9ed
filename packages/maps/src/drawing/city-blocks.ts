import { type RoadsIndex, roadTags } from '#maps/format/roads-index.ts'
import { type Box, PointGrid } from '#maps/geometry/point-grid.ts'

/** Blocks are indexed by one corner, so the search box is this much larger than the picture. */
const blockReachUnits = 700
/** Longer rings are open land, not city blocks. */
const longestRing = 400

/** City blocks as closed lines; the space between them is the streets. */
export class CityBlocks {
	readonly #rings: readonly Int32Array[]
	readonly #grid: PointGrid

	constructor(roads: RoadsIndex) {
		this.#rings = traceRings(roads)
		const lats = Int32Array.from(this.#rings, (ring) => ring[0] ?? 0)
		const lngs = Int32Array.from(this.#rings, (ring) => ring[1] ?? 0)
		this.#grid = new PointGrid(lats, lngs, Uint32Array.from(lats.keys()))
	}

	/** Returns the blocks in and around a box given in units. */
	around(bounds: Box): Int32Array[] {
		const found: Int32Array[] = []
		const { south, west, north, east } = bounds
		const box = {
			south: south - blockReachUnits,
			west: west - blockReachUnits,
			north: north + blockReachUnits,
			east: east + blockReachUnits,
		}
		this.#grid.within(box, (ring) => found.push(this.#rings[ring] ?? new Int32Array()))
		return found
	}
}

/** Follows block sides until each walk is closed. */
function traceRings(roads: RoadsIndex): Int32Array[] {
	const { sidesFrom, sides } = sidesOf(roads)
	const walked = new Uint8Array(roads.tags.length)
	const rings: Int32Array[] = []
	for (let start = 0; start < roads.lats.length; start++) {
		const ring: number[] = []
		let here = start
		for (;;) {
			let side = sidesFrom[here] ?? 0
			const last = sidesFrom[here + 1] ?? 0
			while (side < last && walked[sides[side] ?? 0] === 1) side++
			if (side === last) break
			const edge = sides[side] ?? 0
			walked[edge] = 1
			ring.push(roads.lats[here] ?? 0, roads.lngs[here] ?? 0)
			const from = roads.from[edge] ?? 0
			here = from === here ? (roads.to[edge] ?? 0) : from
			if (here === start) break
		}
		if (here === start && ring.length >= 6 && ring.length <= 2 * longestRing) rings.push(Int32Array.from(ring))
	}
	return rings
}

function sidesOf(roads: RoadsIndex): { sidesFrom: Uint32Array; sides: Uint32Array } {
	const sidesFrom = new Uint32Array(roads.lats.length + 1)
	const eachEnd = (visit: (node: number, edge: number) => void) => {
		for (let edge = 0; edge < roads.tags.length; edge++) {
			if (roads.tags[edge] !== roadTags.blockSide) continue
			visit(roads.from[edge] ?? 0, edge)
			visit(roads.to[edge] ?? 0, edge)
		}
	}
	eachEnd((node) => {
		sidesFrom[node + 1] = (sidesFrom[node + 1] ?? 0) + 1
	})
	for (let node = 1; node < sidesFrom.length; node++) {
		sidesFrom[node] = (sidesFrom[node] ?? 0) + (sidesFrom[node - 1] ?? 0)
	}
	const next = sidesFrom.slice()
	const sides = new Uint32Array(sidesFrom.at(-1) ?? 0)
	eachEnd((node, edge) => {
		const at = next[node] ?? 0
		sides[at] = edge
		next[node] = at + 1
	})
	return { sidesFrom, sides }
}
