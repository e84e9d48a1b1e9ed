import type { RoadsIndex } from '#maps/format/roads-index.ts'

/** Every edge in both directions: the links of a node are `first[node]` to `first[node + 1]`. */
export interface RoadLinks {
	readonly first: Uint32Array
	readonly to: Uint32Array
	readonly meters: Float32Array
	readonly tags: Uint8Array
}

export function linksOf(roads: RoadsIndex): RoadLinks {
	const first = new Uint32Array(roads.lats.length + 1)
	for (const ends of [roads.from, roads.to]) {
		for (const node of ends) first[node + 1] = (first[node + 1] ?? 0) + 1
	}
	for (let node = 1; node < first.length; node++) first[node] = (first[node] ?? 0) + (first[node - 1] ?? 0)
	const next = first.slice()
	const count = roads.from.length * 2
	const links = { first, to: new Uint32Array(count), meters: new Float32Array(count), tags: new Uint8Array(count) }
	const add = (edge: number, from: number, to: number) => {
		const at = next[from] ?? 0
		links.to[at] = to
		links.meters[at] = (roads.decimeters[edge] ?? 0) / 10
		links.tags[at] = roads.tags[edge] ?? 0
		next[from] = at + 1
	}
	for (let edge = 0; edge < roads.from.length; edge++) {
		const [from, to] = [roads.from[edge] ?? 0, roads.to[edge] ?? 0]
		add(edge, from, to)
		add(edge, to, from)
	}
	return links
}
