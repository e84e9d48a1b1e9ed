import { PointGrid } from './point-grid.ts'
import { type RoadsIndex, roadTags } from './roads-index.ts'

/** Blocks are found by one of their corners, so the search looks this far around the picture. */
const blockReachUnits = 700
/** Rings longer than this are no city blocks but open land. */
const longestRing = 400

/** The blocks of the city as closed lines; the space between them is the streets. */
export class CityBlocks {
	readonly #rings: readonly Int32Array[]
	readonly #grid: PointGrid

	constructor(roads: RoadsIndex) {
		this.#rings = traceRings(roads)
		const lats = Int32Array.from(this.#rings, (ring) => ring[0] ?? 0)
		const lngs = Int32Array.from(this.#rings, (ring) => ring[1] ?? 0)
		this.#grid = new PointGrid(lats, lngs, Uint32Array.from(lats.keys()))
	}

	/** The blocks in a box given in units, and some around it. */
	around(bounds: { south: number; west: number; north: number; east: number }): Int32Array[] {
		const found: Int32Array[] = []
		this.#grid.within(
			bounds.south - blockReachUnits,
			bounds.west - blockReachUnits,
			bounds.north + blockReachUnits,
			bounds.east + blockReachUnits,
			(ring) => found.push(this.#rings[ring] ?? new Int32Array()),
		)
		return found
	}
}

/** Walks along block sides until each walk is back where it began. */
function traceRings(roads: RoadsIndex): Int32Array[] {
	const sides = new Map<number, number[]>()
	const add = (node: number, edge: number) => {
		const known = sides.get(node)
		if (known) known.push(edge)
		else sides.set(node, [edge])
	}
	for (let edge = 0; edge < roads.tags.length; edge++) {
		if (roads.tags[edge] !== roadTags.blockSide) continue
		add(roads.from[edge] ?? 0, edge)
		add(roads.to[edge] ?? 0, edge)
	}
	const walked = new Uint8Array(roads.tags.length)
	const rings: Int32Array[] = []
	for (const start of sides.keys()) {
		const ring = [start]
		let here = start
		for (;;) {
			const edge = sides.get(here)?.find((candidate) => walked[candidate] === 0)
			if (edge === undefined) break
			walked[edge] = 1
			const from = roads.from[edge] ?? 0
			here = from === here ? (roads.to[edge] ?? 0) : from
			if (here === start) break
			ring.push(here)
		}
		if (here !== start || ring.length < 3 || ring.length > longestRing) continue
		rings.push(Int32Array.from(ring.flatMap((node) => [roads.lats[node] ?? 0, roads.lngs[node] ?? 0])))
	}
	return rings
}
