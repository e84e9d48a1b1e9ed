import { type RoadsIndex, roadTags } from '#maps/format/roads-index.ts'
import { NodeHeap } from './node-heap.ts'
import { linksOf, type RoadLinks } from './road-links.ts'

/**
 * Km/h by road class, lights and corners included. Assumed, not measured: the data has no speeds, so only their order is
 * certain.
 */
const speeds: Readonly<Record<number, number>> = { [roadTags.motorway]: 50, [roadTags.main]: 25 }
const streetSpeed = 20

/** Seconds per metre of local street, the default class. */
export const streetSecondsPerMeter = 3.6 / streetSpeed

/** Searches the fastest paths from one node; stores the last search. */
export class FastestPaths {
	readonly #links: RoadLinks
	/** By tag. */
	readonly #secondsPerMeter: Float32Array
	readonly #seconds: Float32Array
	readonly #meters: Float32Array
	readonly #before: Uint32Array
	readonly #heap: NodeHeap
	#reached: number[] = []

	constructor(roads: RoadsIndex) {
		const nodes = roads.lats.length
		this.#links = linksOf(roads)
		const tags = [0, ...Object.values(roadTags)]
		this.#secondsPerMeter = Float32Array.from(tags, (tag) => 3.6 / (speeds[tag] ?? streetSpeed))
		this.#seconds = new Float32Array(nodes).fill(Number.POSITIVE_INFINITY)
		this.#meters = new Float32Array(nodes)
		this.#before = new Uint32Array(nodes)
		this.#heap = new NodeHeap(this.#seconds)
	}

	/** Searches from `start` until the `most` nearest of `targets`, or all, are found; returns them nearest first. */
	search(start: number, targets: ReadonlySet<number>, most: number = targets.size): number[] {
		this.#forget()
		const wanted = Math.min(most, targets.size)
		const found: number[] = []
		this.#reach(start, { seconds: 0, meters: 0, before: start })
		for (let node = this.#heap.take(); node !== undefined && found.length < wanted; node = this.#heap.take()) {
			if (targets.has(node)) found.push(node)
			this.#leave(node)
		}
		return found
	}

	/** Seconds to a node of the last search. */
	seconds(node: number): number {
		return this.#seconds[node] ?? Number.POSITIVE_INFINITY
	}

	/** Metres of the fastest path to a node of the last search. */
	meters(node: number): number {
		return this.#meters[node] ?? 0
	}

	/** Nodes of the path to a node of the last search, both ends included. */
	pathTo(node: number): number[] {
		const path = [node]
		for (let at = node; this.#before[at] !== at; at = path.at(-1) ?? 0) path.push(this.#before[at] ?? 0)
		return path.reverse()
	}

	#leave(node: number): void {
		const [seconds, meters] = [this.#seconds[node] ?? 0, this.#meters[node] ?? 0]
		const last = this.#links.first[node + 1] ?? 0
		for (let link = this.#links.first[node] ?? 0; link < last; link++) {
			const next = this.#links.to[link] ?? 0
			const length = this.#links.meters[link] ?? 0
			const there = seconds + length * (this.#secondsPerMeter[this.#links.tags[link] ?? 0] ?? 0)
			if (there < (this.#seconds[next] ?? 0))
				this.#reach(next, { seconds: there, meters: meters + length, before: node })
		}
	}

	#reach(node: number, { seconds, meters, before }: { seconds: number; meters: number; before: number }): void {
		if (this.#seconds[node] === Number.POSITIVE_INFINITY) this.#reached.push(node)
		this.#seconds[node] = seconds
		this.#meters[node] = meters
		this.#before[node] = before
		this.#heap.put(node)
	}

	#forget(): void {
		for (const node of this.#reached) this.#seconds[node] = Number.POSITIVE_INFINITY
		this.#reached = []
		this.#heap.clear()
	}
}
