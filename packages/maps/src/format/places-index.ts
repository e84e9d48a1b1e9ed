import { ringContains } from '#maps/geometry/geometry.ts'
import { ByteReader } from './byte-reader.ts'

/** Magic bytes; the number increases with every format change. */
export const placesMagic = 'PSP1'

export interface Comuna {
	readonly name: string
	/** Position of its label, in units. */
	readonly lat: number
	readonly lng: number
	/** Boundary rings of [lat, lng, …] in units, with their bounds. */
	readonly rings: readonly Int32Array[]
	readonly bounds: Bounds
}

export interface Bounds {
	readonly south: number
	readonly west: number
	readonly north: number
	readonly east: number
}

/** `A` avenida, `P` pasaje, `C` any other. */
export type WayClass = 'A' | 'C' | 'P'

export interface Street {
	readonly key: string
	/** Display name: `Avenida Irarrázaval`. */
	readonly name: string
	readonly comuna: number
	readonly way: WayClass
	/** Number of addresses in the source, used as the prior of a match. */
	readonly weight: number
	/** Its anchors are `from` (inclusive) to `to` (exclusive); the first `numbered` have ascending numbers. */
	readonly from: number
	readonly to: number
	readonly numbered: number
	/** Range of known numbers; others are estimates. 0 and 0 when all are. */
	readonly knownFrom: number
	readonly knownTo: number
	/** False for a stretch whose numbers are all on another stretch of the street. */
	readonly takesNumbers: boolean
}

export interface Landmark {
	readonly key: string
	readonly name: string
	/** `L1 y L5` for a metro station, else empty. */
	readonly lines: string
	readonly comuna: number
	readonly lat: number
	readonly lng: number
}

/** A main road for the map: [lat, lng, …] in units. */
export interface MainRoad {
	readonly isMotorway: boolean
	readonly line: Int32Array
}

export interface PlacesIndex {
	readonly comunas: readonly Comuna[]
	readonly streets: readonly Street[]
	readonly landmarks: readonly Landmark[]
	readonly mainRoads: readonly MainRoad[]
	/** House numbers (0 for none) and positions in units, of all streets in sequence. */
	readonly numbers: Uint16Array
	readonly lats: Int32Array
	readonly lngs: Int32Array
}

/** Decodes the places file. @throws for another file or format version. */
export function readPlacesIndex(bytes: Uint8Array): PlacesIndex {
	const reader = new ByteReader(bytes)
	if (reader.text() !== placesMagic) throw new Error('the places index has another format; build it again')
	const comunas = readComunas(new ByteReader(reader.block()))
	const { streets, ...anchors } = readStreets(reader)
	const landmarks = readLandmarks(new ByteReader(reader.block()))
	const mainRoads = readMainRoads(new ByteReader(reader.block()))
	return { comunas, streets, landmarks, mainRoads, ...anchors }
}

/** Returns the comuna index of a point given in units, or -1 outside the region. */
export function findComuna(comunas: readonly Comuna[], lat: number, lng: number): number {
	return comunas.findIndex(
		({ bounds, rings }) =>
			lat >= bounds.south &&
			lat <= bounds.north &&
			lng >= bounds.west &&
			lng <= bounds.east &&
			rings.some((ring) => ringContains(ring, lat, lng)),
	)
}

function readComunas(reader: ByteReader): Comuna[] {
	return Array.from({ length: reader.unsigned() }, () => {
		const name = reader.text()
		const lat = reader.signed()
		const lng = reader.signed()
		const rings = Array.from({ length: reader.unsigned() }, () => readLine(reader))
		return { name, lat, lng, rings, bounds: boundsOf(rings) }
	})
}

// Column-wise, because similar numbers compress better.
function readStreets(reader: ByteReader) {
	const count = reader.unsigned()
	const [keys, names, comunas, ways, weights, numbereds, totals, knowns, numberSteps, latSteps, lngSteps] = Array.from(
		{ length: 11 },
		() => new ByteReader(reader.block()),
	) as [...Eleven<ByteReader>]
	const size = reader.unsigned()
	const numbers = new Uint16Array(size)
	const lats = new Int32Array(size)
	const lngs = new Int32Array(size)
	let from = 0
	let lat = 0
	let lng = 0
	const streets = Array.from({ length: count }, () => {
		const numbered = numbereds.unsigned()
		const to = from + numbered + totals.unsigned()
		for (let at = from, number = 0; at < to; at++) {
			if (at < from + numbered) {
				number += numberSteps.unsigned()
				numbers[at] = number
			}
			lat += latSteps.signed()
			lng += lngSteps.signed()
			lats[at] = lat
			lngs[at] = lng
		}
		const way = ways.byte()
		const street: Street = {
			key: keys.unsigned().toString(36),
			name: names.text(),
			comuna: comunas.unsigned(),
			way: wayOf(way % 4),
			takesNumbers: way < 4,
			weight: weights.unsigned(),
			from,
			to,
			numbered,
			knownFrom: knowns.unsigned(),
			knownTo: knowns.unsigned(),
		}
		from = to
		return street
	})
	return { streets, numbers, lats, lngs }
}

function readLandmarks(reader: ByteReader): Landmark[] {
	return Array.from({ length: reader.unsigned() }, () => ({
		key: reader.unsigned().toString(36),
		name: reader.text(),
		lines: reader.text(),
		comuna: reader.unsigned(),
		lat: reader.signed(),
		lng: reader.signed(),
	}))
}

function readMainRoads(reader: ByteReader): MainRoad[] {
	return Array.from({ length: reader.unsigned() }, () => ({
		isMotorway: reader.byte() === 1,
		line: readLine(reader),
	}))
}

function readLine(reader: ByteReader): Int32Array {
	const line = new Int32Array(reader.unsigned() * 2)
	for (let at = 0; at < line.length; at++) line[at] = (at < 2 ? 0 : (line[at - 2] ?? 0)) + reader.signed()
	return line
}

function boundsOf(rings: readonly Int32Array[]): Bounds {
	const bounds = { south: Infinity, west: Infinity, north: -Infinity, east: -Infinity }
	for (const ring of rings) {
		for (let at = 0; at < ring.length; at += 2) {
			bounds.south = Math.min(bounds.south, ring[at] ?? 0)
			bounds.north = Math.max(bounds.north, ring[at] ?? 0)
			bounds.west = Math.min(bounds.west, ring[at + 1] ?? 0)
			bounds.east = Math.max(bounds.east, ring[at + 1] ?? 0)
		}
	}
	return bounds
}

function wayOf(code: number): WayClass {
	return code === 1 ? 'A' : code === 2 ? 'P' : 'C'
}

type Eleven<T> = [T, T, T, T, T, T, T, T, T, T, T]
