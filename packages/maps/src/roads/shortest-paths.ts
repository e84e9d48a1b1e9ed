import type { RoadsIndex } from '#maps/format/roads-index.ts'

/**
 * Metres of the shortest path from one node to every other (Dijkstra over a binary heap in typed arrays).
 * `startMeters` is added to each. Nodes that no path reaches hold Infinity.
 */
export function shortestPaths(roads: RoadsIndex, start: number, startMeters: number): Float32Array {
	const nodes = roads.lats.length
	const { linksFrom, linkTo, linkMeters } = linksOf(roads)
	const meters = new Float32Array(nodes).fill(Number.POSITIVE_INFINITY)
	const heap = new NodeHeap(nodes, meters)
	meters[start] = startMeters
	heap.put(start)
	for (let node = heap.take(); node !== undefined; node = heap.take()) {
		const here = meters[node] ?? 0
		const last = linksFrom[node + 1] ?? 0
		for (let link = linksFrom[node] ?? 0; link < last; link++) {
			const next = linkTo[link] ?? 0
			const there = here + (linkMeters[link] ?? 0)
			if (there < (meters[next] ?? 0)) {
				meters[next] = there
				heap.put(next)
			}
		}
	}
	return meters
}

/** Every edge in both directions, sorted by where it starts. */
function linksOf(roads: RoadsIndex) {
	const linksFrom = new Uint32Array(roads.lats.length + 1)
	for (const ends of [roads.from, roads.to]) {
		for (const node of ends) linksFrom[node + 1] = (linksFrom[node + 1] ?? 0) + 1
	}
	for (let node = 1; node < linksFrom.length; node++) {
		linksFrom[node] = (linksFrom[node] ?? 0) + (linksFrom[node - 1] ?? 0)
	}
	const next = linksFrom.slice()
	const linkTo = new Uint32Array(roads.from.length * 2)
	const linkMeters = new Float32Array(roads.from.length * 2)
	const add = (from: number, to: number, length: number) => {
		const at = next[from] ?? 0
		linkTo[at] = to
		linkMeters[at] = length
		next[from] = at + 1
	}
	for (let edge = 0; edge < roads.from.length; edge++) {
		const from = roads.from[edge] ?? 0
		const to = roads.to[edge] ?? 0
		const length = (roads.decimeters[edge] ?? 0) / 10
		add(from, to, length)
		add(to, from, length)
	}
	return { linksFrom, linkTo, linkMeters }
}

/** A heap of nodes, nearest first, that moves a node up when it got nearer. */
class NodeHeap {
	readonly #nodes: Uint32Array
	/** Where each node stands in the heap, plus one; 0 when it is not in it. */
	readonly #places: Uint32Array
	readonly #meters: Float32Array
	#size = 0

	constructor(capacity: number, meters: Float32Array) {
		this.#nodes = new Uint32Array(capacity)
		this.#places = new Uint32Array(capacity)
		this.#meters = meters
	}

	put(node: number): void {
		const place = this.#places[node] ?? 0
		let at = place === 0 ? this.#size++ : place - 1
		const meters = this.#meters[node] ?? 0
		while (at > 0) {
			const parent = (at - 1) >> 1
			const other = this.#nodes[parent] ?? 0
			if ((this.#meters[other] ?? 0) <= meters) break
			this.#set(at, other)
			at = parent
		}
		this.#set(at, node)
	}

	take(): number | undefined {
		if (this.#size === 0) return undefined
		const first = this.#nodes[0] ?? 0
		this.#places[first] = 0
		const moved = this.#nodes[--this.#size] ?? 0
		if (this.#size > 0) this.#sink(moved)
		return first
	}

	#sink(node: number): void {
		const meters = this.#meters[node] ?? 0
		let at = 0
		for (;;) {
			let child = 2 * at + 1
			if (child >= this.#size) break
			const right = child + 1
			if (right < this.#size && this.#metersAt(right) < this.#metersAt(child)) child = right
			if (this.#metersAt(child) >= meters) break
			this.#set(at, this.#nodes[child] ?? 0)
			at = child
		}
		this.#set(at, node)
	}

	#metersAt(at: number): number {
		return this.#meters[this.#nodes[at] ?? 0] ?? 0
	}

	#set(at: number, node: number): void {
		this.#nodes[at] = node
		this.#places[node] = at + 1
	}
}
