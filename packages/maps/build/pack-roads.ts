import { ByteWriter } from '#maps/format/byte-writer.ts'
import { type RoadsIndex, roadsMagic } from '#maps/format/roads-index.ts'
import { unitDistance } from '#maps/geometry/geometry.ts'

/** The source graph in the form of the index. */
export type Graph = RoadsIndex

/** Tag of street centrelines without a known licence, omitted from the index. */
const unlicensedTag = 0

/** Reads the source graph (`SGR1`), coordinates as units of 0.00001 degrees. */
export function readGraph(file: Uint8Array): Graph {
	const buffer = file.slice().buffer
	const view = new DataView(buffer)
	if (new TextDecoder().decode(buffer.slice(0, 4)) !== 'SGR1') throw new Error('not a road graph')
	const nodes = view.getUint32(4, true)
	const edges = view.getUint32(8, true)
	let at = 12
	const take = (bytes: number) => {
		at += bytes
		return buffer.slice(at - bytes, at)
	}
	const toUnits = (micro: Int32Array) => micro.map((value) => Math.round(value / 10))
	return {
		lats: toUnits(new Int32Array(take(nodes * 4))),
		lngs: toUnits(new Int32Array(take(nodes * 4))),
		from: new Uint32Array(take(edges * 4)),
		to: new Uint32Array(take(edges * 4)),
		decimeters: new Uint16Array(take(edges * 2)),
		tags: new Uint8Array(take(edges)),
	}
}

/** Omits the edges without a known licence. */
export function dropUnlicensed(graph: Graph): Graph {
	const remaining = [...graph.tags.keys()].filter((edge) => graph.tags[edge] !== unlicensedTag)
	const pick = <T extends Uint8Array | Uint16Array | Uint32Array>(values: T) =>
		remaining.map((edge) => values[edge] ?? 0)
	return {
		...graph,
		from: Uint32Array.from(pick(graph.from)),
		to: Uint32Array.from(pick(graph.to)),
		decimeters: Uint16Array.from(pick(graph.decimeters)),
		tags: Uint8Array.from(pick(graph.tags)),
	}
}

/** Omits everything outside the largest connected component. */
export function dropDisconnected(graph: Graph): Graph {
	const remaining = [...graph.tags.keys()]
	const parent = new Uint32Array(graph.lats.length).map((_, node) => node)
	const find = (node: number): number => {
		let root = node
		while (parent[root] !== root) {
			parent[root] = parent[parent[root] ?? root] ?? root
			root = parent[root] ?? root
		}
		return root
	}
	for (const edge of remaining) parent[find(graph.from[edge] ?? 0)] = find(graph.to[edge] ?? 0)
	const sizes = new Map<number, number>()
	for (let node = 0; node < parent.length; node++) sizes.set(find(node), (sizes.get(find(node)) ?? 0) + 1)
	const [largest] = [...sizes].reduce((best, entry) => (entry[1] > best[1] ? entry : best))
	const numbering = new Map<number, number>()
	for (let node = 0; node < parent.length; node++) if (find(node) === largest) numbering.set(node, numbering.size)
	const edges = remaining.filter((edge) => numbering.has(graph.from[edge] ?? 0))
	const nodes = [...numbering.keys()]
	return {
		lats: Int32Array.from(nodes, (node) => graph.lats[node] ?? 0),
		lngs: Int32Array.from(nodes, (node) => graph.lngs[node] ?? 0),
		from: Uint32Array.from(edges, (edge) => numbering.get(graph.from[edge] ?? 0) ?? 0),
		to: Uint32Array.from(edges, (edge) => numbering.get(graph.to[edge] ?? 0) ?? 0),
		decimeters: Uint16Array.from(edges, (edge) => graph.decimeters[edge] ?? 0),
		tags: Uint8Array.from(edges, (edge) => graph.tags[edge] ?? 0),
	}
}

/**
 * Writes a graph in the index format, edges sorted by their first end. Lengths are stored as the excess over the straight
 * line.
 */
export function packRoads(graph: Graph): Uint8Array {
	const [latSteps, lngSteps, degrees, spans, surplus, tags] = Array.from({ length: 6 }, () => new ByteWriter()) as Six
	let lat = 0
	let lng = 0
	let edge = 0
	for (let node = 0; node < graph.lats.length; node++) {
		latSteps.signed((graph.lats[node] ?? 0) - lat)
		lngSteps.signed((graph.lngs[node] ?? 0) - lng)
		lat = graph.lats[node] ?? 0
		lng = graph.lngs[node] ?? 0
		const first = edge
		while (graph.from[edge] === node) {
			const to = graph.to[edge] ?? 0
			const straight = unitDistance(lat, lng, graph.lats[to] ?? 0, graph.lngs[to] ?? 0)
			spans.unsigned(to - node)
			surplus.signed((graph.decimeters[edge] ?? 0) - Math.round(straight * 10))
			tags.byte(graph.tags[edge] ?? 0)
			edge++
		}
		degrees.unsigned(edge - first)
	}
	if (edge !== graph.from.length) throw new Error('the edges of the graph are not sorted')
	const file = new ByteWriter()
	file.text(roadsMagic)
	file.unsigned(graph.lats.length)
	file.unsigned(graph.from.length)
	for (const column of [latSteps, lngSteps, degrees, spans, surplus, tags]) file.block(column.bytes())
	return file.bytes()
}

type Six = [ByteWriter, ByteWriter, ByteWriter, ByteWriter, ByteWriter, ByteWriter]
