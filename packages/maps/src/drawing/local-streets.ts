import { type RoadsIndex, roadTags } from '#maps/format/roads-index.ts'
import { type Box, PointGrid } from '#maps/geometry/point-grid.ts'

/** Streets that the graph has as lines; elsewhere they are the space between blocks. */
export class LocalStreets {
	readonly #roads: RoadsIndex
	/** Edges of local streets, sorted by their first end. */
	readonly #edges: Uint32Array
	readonly #grid: PointGrid

	constructor(roads: RoadsIndex) {
		this.#roads = roads
		this.#edges = Uint32Array.from(edgesOf(roads, roadTags.local))
		const lats = Int32Array.from(this.#edges, (edge) => roads.lats[roads.from[edge] ?? 0] ?? 0)
		const lngs = Int32Array.from(this.#edges, (edge) => roads.lngs[roads.from[edge] ?? 0] ?? 0)
		this.#grid = new PointGrid(lats, lngs, Uint32Array.from(this.#edges.keys()))
	}

	/** Returns the streets in and around a box given in units, as lines of [lat, lng, …]. */
	around(bounds: Box): Int32Array[] {
		const found: number[] = []
		this.#grid.within(bounds, (at) => found.push(this.#edges[at] ?? 0))
		found.sort((a, b) => a - b)
		const lines: number[][] = []
		let last = -1
		for (const edge of found) {
			const from = this.#roads.from[edge] ?? 0
			const to = this.#roads.to[edge] ?? 0
			if (from !== last) lines.push(this.#point(from))
			lines.at(-1)?.push(...this.#point(to))
			last = to
		}
		return lines.map((line) => Int32Array.from(line))
	}

	#point(node: number): number[] {
		return [this.#roads.lats[node] ?? 0, this.#roads.lngs[node] ?? 0]
	}
}

function edgesOf(roads: RoadsIndex, tag: number): number[] {
	const edges: number[] = []
	for (let edge = 0; edge < roads.tags.length; edge++) if (roads.tags[edge] === tag) edges.push(edge)
	return edges
}
