import type { RoadsIndex } from '#maps/format/roads-index.ts'
import { NodeHeap } from './node-heap.ts'
import { linksOf } from './road-links.ts'

/**
 * Returns the metres of the shortest path from one node to every other (Dijkstra, binary heap in typed arrays), plus
 * `startMeters`. Infinity when unreachable.
 */
export function shortestPaths(roads: RoadsIndex, start: number, startMeters: number): Float32Array {
	const links = linksOf(roads)
	const meters = new Float32Array(roads.lats.length).fill(Number.POSITIVE_INFINITY)
	const heap = new NodeHeap(meters)
	meters[start] = startMeters
	heap.put(start)
	for (let node = heap.take(); node !== undefined; node = heap.take()) {
		const here = meters[node] ?? 0
		const last = links.first[node + 1] ?? 0
		for (let link = links.first[node] ?? 0; link < last; link++) {
			const next = links.to[link] ?? 0
			const there = here + (links.meters[link] ?? 0)
			if (there < (meters[next] ?? 0)) {
				meters[next] = there
				heap.put(next)
			}
		}
	}
	return meters
}
