import type { MainRoad } from '#maps/format/places-index.ts'
import { roadTags } from '#maps/format/roads-index.ts'
import { nearestOnSegment, unitDistance } from '#maps/geometry/geometry.ts'
import type { Graph } from './pack-roads.ts'

const toleranceMeters = 12
const shortestMeters = 60

/** Returns the main roads and motorways of the graph as long, simplified lines for the map. */
export function traceMainRoads(graph: Graph): MainRoad[] {
	return [
		...traceTag(graph, roadTags.main).map((line) => ({ isMotorway: false, line })),
		...traceTag(graph, roadTags.motorway).map((line) => ({ isMotorway: true, line })),
	]
}

function traceTag(graph: Graph, tag: number): Int32Array[] {
	const links = new Map<number, Set<number>>()
	const link = (a: number, b: number) => links.set(a, (links.get(a) ?? new Set()).add(b))
	for (const [edge, edgeTag] of graph.tags.entries()) {
		if (edgeTag !== tag) continue
		link(graph.from[edge] ?? 0, graph.to[edge] ?? 0)
		link(graph.to[edge] ?? 0, graph.from[edge] ?? 0)
	}
	const chains: number[][] = []
	const ends = [...links].filter(([, others]) => others.size !== 2).map(([node]) => node)
	for (const start of [...ends, ...links.keys()]) {
		for (const next of [...(links.get(start) ?? [])]) chains.push(follow(links, start, next))
	}
	return chains
		.filter((chain) => lengthOf(graph, chain) >= shortestMeters)
		.map((chain) => simplify(graph, chain))
		.map((chain) => Int32Array.from(chain.flatMap((node) => [graph.lats[node] ?? 0, graph.lngs[node] ?? 0])))
}

/** Follows a link from a node to the next fork or end, consuming the links. */
function follow(links: Map<number, Set<number>>, start: number, next: number): number[] {
	const chain = [start]
	let here: number | undefined = next
	let before = start
	while (here !== undefined) {
		links.get(before)?.delete(here)
		links.get(here)?.delete(before)
		chain.push(here)
		const others: Set<number> | undefined = links.get(here)
		before = here
		here = others?.size === 1 ? [...others][0] : undefined
	}
	return chain
}

function lengthOf(graph: Graph, chain: readonly number[]): number {
	let meters = 0
	for (let at = 1; at < chain.length; at++) meters += between(graph, chain[at - 1] ?? 0, chain[at] ?? 0)
	return meters
}

function between(graph: Graph, a: number, b: number): number {
	return unitDistance(graph.lats[a] ?? 0, graph.lngs[a] ?? 0, graph.lats[b] ?? 0, graph.lngs[b] ?? 0)
}

/** Douglas-Peucker simplification. */
function simplify(graph: Graph, chain: readonly number[]): number[] {
	const first = chain[0]
	const last = chain.at(-1)
	if (first === undefined || last === undefined || chain.length < 3) return [...chain]
	const at = (node: number) => ({ lat: graph.lats[node] ?? 0, lng: graph.lngs[node] ?? 0 })
	let worst = 0
	let worstMeters = toleranceMeters
	for (let i = 1; i < chain.length - 1; i++) {
		const { meters } = nearestOnSegment(at(chain[i] ?? 0), at(first), at(last))
		if (meters > worstMeters) {
			worst = i
			worstMeters = meters
		}
	}
	if (worst === 0) return [first, last]
	return [...simplify(graph, chain.slice(0, worst + 1)).slice(0, -1), ...simplify(graph, chain.slice(worst))]
}
