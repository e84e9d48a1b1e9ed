import type { Bounds, PlacesIndex, Street } from '#maps/format/places-index.ts'
import type { Position } from '#maps/place.ts'
import { nicknames } from './fold-text.ts'
import { type AddressQuery, parseQuery, splitCorner } from './parse-query.ts'
import type { PlaceRef } from './place-id.ts'
import { EntryRanking, landmarkOf, type RankedEntry } from './rank-entries.ts'
import type { SearchIndex } from './search-index.ts'
import { canHaveNumber, crossingOf } from './street-position.ts'

/** A suggestion with its rank. */
export interface Hit extends Pick<RankedEntry, 'score' | 'isExact'> {
	readonly ref: PlaceRef
	readonly name: string
	readonly comuna: number
}

const cornerSides = 14
const boxUnits = 100
const shortestSide = 3

/** Searches the index; `near` breaks ties. */
export class PlaceSearch {
	readonly #places: PlacesIndex
	readonly #ranking: EntryRanking

	constructor(places: PlacesIndex, index: SearchIndex, near: Position) {
		this.#places = places
		this.#ranking = new EntryRanking(places, index, near)
	}

	/** Returns the best hits for a typed text, best first, with distinct texts. */
	find(text: string, limit: number): Hit[] {
		const sides = splitCorner(text)
		// An explicit corner has no other reading; `y` may be part of a name.
		const query = parseQuery(sides?.isMarked ? sides.left : text)
		const hits = [query, ...otherReadings(query)].flatMap((reading) =>
			this.#ranking
				.rank(reading)
				.slice(0, limit * 4)
				.map((ranked) => this.#hitOf(ranked, reading)),
		)
		const corners = sides ? this.#corners(sides.left, sides.right) : []
		const found = sides?.isMarked && corners.length > 0 ? corners : [...hits, ...corners]
		const seen = new Set<string>()
		return found
			.sort((a, b) => b.score - a.score)
			.filter(({ name, comuna }) => !seen.has(`${name}|${comuna}`) && seen.add(`${name}|${comuna}`))
			.slice(0, limit)
	}

	#corners(left: string, right: string): Hit[] {
		if (right.trim().length < shortestSide) return []
		const [lefts, rights] = [this.#cornerSide(`${left} `), this.#cornerSide(right)]
		const hits: Hit[] = []
		for (const a of lefts) {
			for (const b of rights) {
				if (
					a.street.name === b.street.name ||
					!boxesTouch(a.box, b.box) ||
					!crossingOf(this.#places, a.street, b.street)
				)
					continue
				hits.push({
					ref: { kind: 'corner', key: a.street.key, crossing: b.street.key },
					name: `${a.street.name} con ${b.street.name}`,
					comuna: a.street.comuna,
					score: (a.score + b.score) / 2 + 2,
					isExact: a.isExact && b.isExact,
				})
			}
		}
		return hits
	}

	/** Returns the candidate streets of one corner side. */
	#cornerSide(text: string) {
		const query = parseQuery(text)
		return [query, ...otherReadings(query)]
			.flatMap((reading) => this.#ranking.rank({ ...reading, way: reading.way === 'P' ? 'P' : undefined }))
			.sort((a, b) => b.score - a.score)
			.slice(0, 2 * cornerSides)
			.flatMap(({ entry, score, isExact }) => {
				const street = this.#places.streets[entry]
				return street ? [{ street, score, isExact, box: this.#boxOf(street) }] : []
			})
			.slice(0, cornerSides)
	}

	#boxOf(street: Street): Bounds {
		const box = { south: Infinity, west: Infinity, north: -Infinity, east: -Infinity }
		for (let at = street.from; at < street.to; at++) {
			box.south = Math.min(box.south, this.#places.lats[at] ?? 0)
			box.north = Math.max(box.north, this.#places.lats[at] ?? 0)
			box.west = Math.min(box.west, this.#places.lngs[at] ?? 0)
			box.east = Math.max(box.east, this.#places.lngs[at] ?? 0)
		}
		return box
	}

	#hitOf({ entry, score, isExact }: RankedEntry, query: AddressQuery): Hit {
		const street = this.#places.streets[entry]
		if (!street) {
			const landmark = landmarkOf(this.#places, entry)
			return {
				ref: { kind: 'landmark', key: landmark.key },
				name: landmark.name,
				comuna: landmark.comuna,
				score,
				isExact,
			}
		}
		const number =
			query.number !== undefined && canHaveNumber(this.#places, street, query.number) ? query.number : undefined
		return {
			ref: { kind: 'street', key: street.key, number },
			name: number === undefined ? street.name : `${street.name} ${number}`,
			comuna: street.comuna,
			score,
			isExact,
		}
	}
}

/** Compares the boxes of two streets before their points, which is cheap. */
function boxesTouch(a: Bounds, b: Bounds): boolean {
	return (
		a.south - boxUnits < b.north &&
		b.south < a.north + boxUnits &&
		a.west - boxUnits < b.east &&
		b.west < a.east + boxUnits
	)
}

/** Spelled numbers that begin names of streets: `Diez de Julio`. */
const spelledNumbers: ReadonlyMap<string, string> = new Map(
	[
		'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho',
		'diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho',
		'veintinueve treinta',
	]
		.join(' ')
		.split(' ')
		.map((word, at) => [word, String(at + 1)]),
)

/** Returns the query with nicknames replaced by map names, spelled numbers by digits, and `estación` by the name of stations. */
function otherReadings(query: AddressQuery): AddressQuery[] {
	const [first = '', ...others] = query.words
	const number = spelledNumbers.get(first)
	if (number !== undefined && others.length > 0) {
		const spelled = { ...query, words: [number, ...others] }
		return [spelled, ...otherReadings(spelled)]
	}
	const typed = ` ${query.words.join(' ')} `
	const readings = Object.entries(nicknames)
		.filter(([nickname, name]) => typed.includes(` ${nickname} `) && !typed.includes(` ${name} `))
		.map(([nickname, name]) => typed.replace(` ${nickname} `, ` ${name} `).trim().split(' '))
		.map((words) => ({ ...query, words, isTyping: false }))
	if (query.words[0] !== 'estacion' || query.words.length < 2) return readings
	return [...readings, { ...query, words: ['metro', ...query.words.slice(1)], isMetro: true }]
}
