import { roadTags } from '#maps/format/roads-index.ts'
import { unitDistance } from '#maps/geometry/geometry.ts'
import { boxAround, PointGrid } from '#maps/geometry/point-grid.ts'
import type { DraftStreet, Point } from './collect-streets.ts'
import type { Graph } from './pack-roads.ts'

/** Maximum number difference of houses opposite each other; the road is in their middle. */
const pairNumbers = 45
/** Maximum distance in m of known houses of one stretch. */
const longestGapMeters = 450
const stepMeters = 30
/** Maximum distance in m of two streets at a crossing. */
const crossingMeters = 34
/** A street begins this many m before its first house. */
const endMeters = 75
const mainRoadMeters = 52
const endToRoadMeters = 160
/** Within this distance of blocks the graph already has the streets. */
const blockMeters = 110

interface Node extends Point {
	readonly street: number
	readonly isEnd: boolean
}

/**
 * Adds streets where the graph has neither blocks nor centrelines: lines through the known houses of each street, connected
 * at crossings.
 */
export function addLocalStreets(graph: Graph, streets: readonly DraftStreet[]): Graph {
	const blocks = gridOf(graph, (tag) => tag === roadTags.blockSide)
	const nodes: Node[] = []
	const edges: [from: number, to: number, tag: number][] = []
	const base = graph.lats.length
	for (const [street, draft] of streets.entries()) {
		for (const run of runsOf(draft, (point) => isNear(blocks, point, blockMeters))) {
			run.forEach((point, at) => {
				if (at > 0) edges.push([base + nodes.length - 1, base + nodes.length, roadTags.local])
				nodes.push({ ...point, street, isEnd: at === 0 || at === run.length - 1 })
			})
		}
	}
	const merged = {
		...graph,
		lats: Int32Array.from([...graph.lats, ...nodes.map(({ lat }) => lat)]),
		lngs: Int32Array.from([...graph.lngs, ...nodes.map(({ lng }) => lng)]),
	}
	return withEdges(merged, [...edges, ...tieTogether(merged, base, nodes)])
}

/** Returns the centreline of a street, cut at the gaps of the graph and between distant houses. */
function runsOf(street: DraftStreet, isCovered: (point: Point) => boolean): Point[][] {
	const runs: Point[][] = []
	let run: Point[] = []
	const close = () => {
		if (run.length > 1) runs.push(run)
		run = []
	}
	for (const point of middleLine(street)) {
		const last = run.at(-1)
		const steps = last ? stepsBetween(last, point) : [point]
		if (!steps) close()
		for (const step of steps ?? [point]) {
			if (isCovered(step)) {
				// One step into the covered area connects both.
				if (run.length > 0) run.push(step)
				close()
			} else run.push(step)
		}
	}
	close()
	return runs
}

function stepsBetween(from: Point, to: Point): Point[] | undefined {
	const meters = unitDistance(from.lat, from.lng, to.lat, to.lng)
	if (meters > longestGapMeters) return undefined
	const count = Math.max(1, Math.ceil(meters / stepMeters))
	return Array.from({ length: count }, (_, at) => ({
		lat: Math.round(from.lat + ((to.lat - from.lat) * (at + 1)) / count),
		lng: Math.round(from.lng + ((to.lng - from.lng) * (at + 1)) / count),
	}))
}

function middleLine(street: DraftStreet): Point[] {
	const known = street.anchors.filter(({ number }) => number >= street.knownFrom && number <= street.knownTo)
	const line: Point[] = []
	for (let at = 0; at < known.length; ) {
		const first = known[at]?.number ?? 0
		const group = known.slice(at).filter(({ number }) => number - first < pairNumbers)
		line.push({
			lat: Math.round(group.reduce((sum, { lat }) => sum + lat, 0) / group.length),
			lng: Math.round(group.reduce((sum, { lng }) => sum + lng, 0) / group.length),
		})
		at += group.length
	}
	// A street within one group has a length too.
	const [first, last] = [known[0], known.at(-1)]
	return line.length === 1 && first && last ? [first, last] : line
}

/** Connects crossings, street ends and nearby roads of the graph. */
function tieTogether(graph: Graph, base: number, nodes: readonly Node[]): [number, number, number][] {
	const local = new PointGrid(
		graph.lats,
		graph.lngs,
		Uint32Array.from(nodes, (_, at) => base + at),
	)
	const roads = gridOf(graph, (tag) => tag !== roadTags.motorway)
	const ties: [number, number, number][] = []
	nodes.forEach((node, at) => {
		const nearest = new Map<number, { point: number; meters: number }>()
		const reach = node.isEnd ? endMeters : crossingMeters
		visitAround(local, node, reach, (point) => {
			const other = nodes[point - base]
			if (!other || other.street === node.street) return
			const meters = unitDistance(node.lat, node.lng, other.lat, other.lng)
			const known = nearest.get(other.street)
			if (meters <= reach && (!known || meters < known.meters)) nearest.set(other.street, { point, meters })
		})
		for (const { point } of nearest.values()) ties.push([base + at, point, roadTags.stitch])
		const road = nearestOf(roads, node, node.isEnd ? endToRoadMeters : mainRoadMeters)
		if (road !== undefined) ties.push([base + at, road, roadTags.stitch])
	})
	return ties
}

function gridOf(graph: Graph, wanted: (tag: number) => boolean): PointGrid {
	const ends = new Set<number>()
	for (const [edge, tag] of graph.tags.entries()) {
		if (!wanted(tag)) continue
		ends.add(graph.from[edge] ?? 0)
		ends.add(graph.to[edge] ?? 0)
	}
	return new PointGrid(graph.lats, graph.lngs, Uint32Array.from(ends))
}

function visitAround(grid: PointGrid, { lat, lng }: Point, meters: number, visit: (point: number) => void): void {
	const reach = meters * 1.3
	grid.within(boxAround({ lat, lng }, reach), visit)
}

function nearestOf(grid: PointGrid, { lat, lng }: Point, meters: number): number | undefined {
	return grid.nearest({ lat: lat / 100_000, lng: lng / 100_000 }, meters)?.point
}

function isNear(grid: PointGrid, point: Point, meters: number): boolean {
	return nearestOf(grid, point, meters) !== undefined
}

/** Returns the graph with more edges, each once, from the lower to the higher node, sorted. */
function withEdges(graph: Graph, added: readonly [number, number, number][]): Graph {
	const all = new Map<string, [from: number, to: number, decimeters: number, tag: number]>()
	const put = (a: number, b: number, decimeters: number, tag: number) => {
		const [from, to] = a < b ? [a, b] : [b, a]
		const key = `${from},${to}`
		if (a !== b && !all.has(key)) all.set(key, [from, to, decimeters, tag])
	}
	for (const [edge, tag] of graph.tags.entries()) {
		put(graph.from[edge] ?? 0, graph.to[edge] ?? 0, graph.decimeters[edge] ?? 0, tag)
	}
	for (const [from, to, tag] of added) {
		const meters = unitDistance(graph.lats[from] ?? 0, graph.lngs[from] ?? 0, graph.lats[to] ?? 0, graph.lngs[to] ?? 0)
		put(from, to, Math.round(meters * 10), tag)
	}
	const sorted = [...all.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
	return {
		...graph,
		from: Uint32Array.from(sorted, ([from]) => from),
		to: Uint32Array.from(sorted, ([, to]) => to),
		decimeters: Uint16Array.from(sorted, ([, , decimeters]) => decimeters),
		tags: Uint8Array.from(sorted, ([, , , tag]) => tag),
	}
}
