import { ByteWriter } from '#maps/format/byte-writer.ts'
import { type Comuna, type MainRoad, placesMagic } from '#maps/format/places-index.ts'
import { foldText } from '#maps/search/fold-text.ts'
import { keyOf } from '#maps/search/place-id.ts'
import type { DraftLandmark } from './collect-stops.ts'
import type { DraftStreet, Point } from './collect-streets.ts'

export interface Places {
	readonly comunas: readonly Comuna[]
	readonly streets: readonly DraftStreet[]
	readonly landmarks: readonly DraftLandmark[]
	readonly mainRoads: readonly MainRoad[]
}

export function packPlaces(places: Places): Uint8Array {
	const comunaOf = new Map(places.comunas.map(({ name }, index) => [name, index]))
	const file = new ByteWriter()
	file.text(placesMagic)
	file.block(packComunas(places.comunas))
	const usedKeys = new Set<string>()
	packStreets(file, places.streets, comunaOf, usedKeys)
	file.block(packLandmarks(places.landmarks, comunaOf, usedKeys))
	file.block(packMainRoads(places.mainRoads))
	return file.bytes()
}

function packComunas(comunas: readonly Comuna[]): Uint8Array {
	const writer = new ByteWriter()
	writer.unsigned(comunas.length)
	for (const { name, lat, lng, rings } of comunas) {
		writer.text(name)
		writer.signed(lat)
		writer.signed(lng)
		writer.unsigned(rings.length)
		for (const ring of rings) writeLine(writer, ring)
	}
	return writer.bytes()
}

function packStreets(
	file: ByteWriter,
	streets: readonly DraftStreet[],
	comunaOf: ReadonlyMap<string, number>,
	usedKeys: Set<string>,
): void {
	const columns = Array.from({ length: 11 }, () => new ByteWriter())
	const [keys, names, comunas, ways, weights, numbereds, totals, knowns, numberSteps, latSteps, lngSteps] =
		columns as Eleven
	const sorted = streets
		.filter(({ anchors, path }) => anchors.length + path.length > 0)
		.sort(
			(a, b) =>
				a.comuna.localeCompare(b.comuna, 'es') ||
				a.name.localeCompare(b.name, 'es') ||
				firstNumberOf(a) - firstNumberOf(b),
		)
	let size = 0
	let before: Point = { lat: 0, lng: 0 }
	for (const street of sorted) {
		keys.unsigned(Number.parseInt(claimKey(streetText(street), usedKeys), 36))
		names.text(street.name)
		comunas.unsigned(comunaIndexOf(comunaOf, street.comuna))
		ways.byte((street.way === 'A' ? 1 : street.way === 'P' ? 2 : 0) + (street.takesNumbers ? 0 : 4))
		weights.unsigned(street.weight)
		numbereds.unsigned(street.anchors.length)
		totals.unsigned(street.path.length)
		knowns.unsigned(street.knownFrom)
		knowns.unsigned(street.knownTo)
		let number = 0
		for (const anchor of street.anchors) {
			numberSteps.unsigned(anchor.number - number)
			number = anchor.number
		}
		for (const point of [...street.anchors, ...street.path]) {
			latSteps.signed(point.lat - before.lat)
			lngSteps.signed(point.lng - before.lng)
			before = point
			size++
		}
	}
	file.unsigned(sorted.length)
	for (const column of columns) file.block(column.bytes())
	file.unsigned(size)
}

function packLandmarks(
	landmarks: readonly DraftLandmark[],
	comunaOf: ReadonlyMap<string, number>,
	usedKeys: Set<string>,
): Uint8Array {
	const writer = new ByteWriter()
	writer.unsigned(landmarks.length)
	for (const { name, lines, comuna, lat, lng } of landmarks) {
		writer.unsigned(Number.parseInt(claimKey(`${comuna}|${foldText(name)}|${cell({ lat, lng })}`, usedKeys), 36))
		writer.text(name)
		writer.text(lines)
		writer.unsigned(comunaIndexOf(comunaOf, comuna))
		writer.signed(lat)
		writer.signed(lng)
	}
	return writer.bytes()
}

function packMainRoads(roads: readonly MainRoad[]): Uint8Array {
	const writer = new ByteWriter()
	writer.unsigned(roads.length)
	for (const { isMotorway, line } of roads) {
		writer.byte(isMotorway ? 1 : 0)
		writeLine(writer, line)
	}
	return writer.bytes()
}

function writeLine(writer: ByteWriter, line: Int32Array): void {
	writer.unsigned(line.length / 2)
	for (let at = 0; at < line.length; at++) writer.signed((line[at] ?? 0) - (at < 2 ? 0 : (line[at - 2] ?? 0)))
}

/** Returns the identity of an entry: comuna, name, and for duplicates the neighbourhood of about 500 m. */
function streetText(street: DraftStreet): string {
	const [first = { lat: 0, lng: 0 }] = [...street.anchors, ...street.path]
	return `${street.comuna}|${street.way}|${street.core}|${cell(first)}`
}

function cell({ lat, lng }: Point): string {
	return `${Math.round(lat / 500)},${Math.round(lng / 500)}`
}

/** Returns the key of a text; a second entry with the same text or key gets the next one. */
function claimKey(text: string, usedKeys: Set<string>): string {
	for (let turn = 0; turn < 50; turn++) {
		const key = keyOf(turn === 0 ? text : `${text}|${turn}`)
		if (usedKeys.has(key)) continue
		usedKeys.add(key)
		return key
	}
	throw new Error(`too many entries are called ${text}`)
}

function firstNumberOf(street: DraftStreet): number {
	return street.anchors[0]?.number ?? 0
}

function comunaIndexOf(indexes: ReadonlyMap<string, number>, name: string): number {
	const index = indexes.get(name)
	if (index === undefined) throw new Error(`there is no comuna ${name}`)
	return index
}

type Eleven = [
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
	ByteWriter,
]
