import { type RoadsIndex, roadTags } from '#maps/format/roads-index.ts'
import { NodeHeap } from './node-heap.ts'
import { linksOf, type RoadLinks } from './road-links.ts'

/**
 * Kilometres an hour by class of road, lights and corners included. Assumed, not measured: nothing in the data tells speeds, so
 * that only the order of the classes is sure.
 */
const speeds: Readonly<Record<number, number>> = { [roadTags.motorway]: 50, [roadTags.main]: 25 }
const streetSpeed = 20

/** Seconds of a metre of street: the class of road of whatever the data has no other for. */
export const streetSecondsPerMeter = 3.6 / streetSpeed

/** Searches the road graph for the fastest ways from one node; holds the last search until the next one begins. */
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

	/** Searches from `start` until the `most` nearest of `targets` are found, or all; gives those, nearest first. */
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

	/** Of a node that the last search found. */
	seconds(node: number): number {
		return this.#seconds[node] ?? Number.POSITIVE_INFINITY
	}

	/** Metres of the fastest way to a node that the last search found. */
	meters(node: number): number {
		return this.#meters[node] ?? 0
	}

	/** The nodes of the way to one that the last search found, the first and the last included. */
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
