import { unitDistance } from '#maps/geometry/geometry.ts'
import { ByteReader } from './byte-reader.ts'

/** Magic bytes; the number increases with every format change. */
export const roadsMagic = 'PSR1'

/** Classes of edges. */
export const roadTags = { main: 1, blockSide: 2, crossing: 3, stitch: 4, motorway: 5, local: 6 } as const

/** The undirected road graph: nodes in units of 0.00001 degrees, edges sorted by their first end. */
export interface RoadsIndex {
	readonly lats: Int32Array
	readonly lngs: Int32Array
	readonly from: Uint32Array
	readonly to: Uint32Array
	readonly decimeters: Uint16Array
	readonly tags: Uint8Array
}

/** Decodes the roads file. @throws for another file or format version. */
export function readRoadsIndex(bytes: Uint8Array): RoadsIndex {
	const file = new ByteReader(bytes)
	if (file.text() !== roadsMagic) throw new Error('the roads index has another format; build it again')
	const nodes = file.unsigned()
	const edges = file.unsigned()
	const lats = readSteps(new ByteReader(file.block()), nodes)
	const lngs = readSteps(new ByteReader(file.block()), nodes)
	const degrees = new ByteReader(file.block())
	const spans = new ByteReader(file.block())
	const surplus = new ByteReader(file.block())
	const tags = file.block().slice()
	const from = new Uint32Array(edges)
	const to = new Uint32Array(edges)
	const decimeters = new Uint16Array(edges)
	let edge = 0
	for (let node = 0; node < nodes; node++) {
		for (let left = degrees.unsigned(); left > 0; left--, edge++) {
			const end = node + spans.unsigned()
			from[edge] = node
			to[edge] = end
			const straight = unitDistance(lats[node] ?? 0, lngs[node] ?? 0, lats[end] ?? 0, lngs[end] ?? 0)
			decimeters[edge] = Math.round(straight * 10) + surplus.signed()
		}
	}
	return { lats, lngs, from, to, decimeters, tags }
}

function readSteps(reader: ByteReader, count: number): Int32Array {
	const values = new Int32Array(count)
	let value = 0
	for (let at = 0; at < count; at++) {
		value += reader.signed()
		values[at] = value
	}
	return values
}
