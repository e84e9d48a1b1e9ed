import type { Landmark, PlacesIndex, Street } from '#maps/format/places-index.ts'
import { unitDistance, unitsPerDegree } from '#maps/geometry/geometry.ts'
import type { Position } from '#maps/place.ts'
import { fillerWords } from './fold-text.ts'
import { editDistance, matchWord, type WordMatches } from './match-words.ts'
import { type AddressQuery, regionWords } from './parse-query.ts'
import type { SearchIndex } from './search-index.ts'
import { canHaveNumber, numberCertainty } from './street-position.ts'

/** A street or landmark of the index that may be meant, and how well it answers what was typed. */
export interface RankedEntry {
	readonly entry: number
	readonly score: number
	/** Every typed word was answered, none by a slip or a beginning. */
	readonly isExact: boolean
}

/** What a kilometre from the origin costs in rank. */
const nearness = 0.09
/** A name may hold filler words that nobody types. */
const fillerSlack = 1.2

/** The landmark of an entry of the index. Throws when there is none. */
export function landmarkOf(places: PlacesIndex, entry: number): Landmark {
	const landmark = places.landmarks[entry - places.streets.length]
	if (!landmark) throw new Error(`the search index names an entry that is not there: ${entry}`)
	return landmark
}

/** Ranks the index's entries by how well they answer a query; `near` is where ties are decided from. */
export class EntryRanking {
	readonly #places: PlacesIndex
	readonly #index: SearchIndex
	readonly #near: { lat: number; lng: number }

	constructor(places: PlacesIndex, index: SearchIndex, near: Position) {
		this.#places = places
		this.#index = index
		this.#near = { lat: near.lat * unitsPerDegree, lng: near.lng * unitsPerDegree }
	}

	/** The entries that answer the query, the best first. */
	rank(query: AddressQuery): RankedEntry[] {
		if (query.words.length === 0) return []
		const matches = query.words.map((word, at) =>
			matchWord(this.#index, word, query.isOpen && at === query.words.length - 1),
		)
		const comunas = query.words.map((word, at) =>
			this.#matchComunas(word, query.isOpen && at === query.words.length - 1),
		)
		const candidates = new Set<number>()
		for (const [typed, words] of matches.entries()) {
			// One or two letters begin thousands of names; they only rank what the other words find.
			if (matches.length > 1 && query.isOpen && typed === matches.length - 1 && (query.words[typed]?.length ?? 0) < 3)
				continue
			for (const word of words.keys()) {
				const to = this.#index.entriesFrom[word + 1] ?? 0
				for (let at = this.#index.entriesFrom[word] ?? 0; at < to; at++) candidates.add(this.#index.entries[at] ?? 0)
			}
		}
		const scored: RankedEntry[] = []
		for (const entry of candidates) {
			const one = this.#scoreEntry(entry, query, matches, comunas)
			if (one) scored.push(one)
		}
		return scored.sort((a, b) => b.score - a.score)
	}

	#scoreEntry(
		entry: number,
		query: AddressQuery,
		matches: readonly WordMatches[],
		comunas: readonly Float32Array[],
	): RankedEntry | undefined {
		const { wordsFrom, words, rarity } = this.#index
		const from = wordsFrom[entry] ?? 0
		const to = wordsFrom[entry + 1] ?? 0
		const comuna = this.#comunaOf(entry)
		let whole = 0
		for (let at = from; at < to; at++) whole += rarity[words[at] ?? 0] ?? 0
		let covered = 0
		let quality = 0
		let asked = 0
		let hint = 0
		let missing = 0
		let isExact = true
		let taken = 0
		for (const [typed, match] of matches.entries()) {
			let best = 0
			let bestAt = -1
			for (let at = from; at < to; at++) {
				const value = taken & (1 << (at - from)) ? 0 : (match.get(words[at] ?? 0) ?? 0)
				if (value > best) {
					best = value
					bestAt = at
				}
			}
			const inComuna = comunas[typed]?.[comuna] ?? 0
			if (bestAt >= 0 && !(inComuna > best && quality > 0)) {
				const weight = rarity[words[bestAt] ?? 0] ?? 0
				taken |= 1 << (bestAt - from)
				quality += best * weight
				asked += weight
				covered += weight * (best > 0.9 ? 1 : best)
				if (bestAt === from && typed === 0) quality += 0.04 * weight
				if (best < 1) isExact = false
			} else if (inComuna > 0) hint += inComuna
			else if (!regionWords.has(query.words[typed] ?? '')) missing++
		}
		if (asked === 0 || missing > Math.floor((query.words.length - 1) / 2)) return undefined
		const name = (quality / asked) * (0.45 + (0.55 * covered) / whole)
		const isWhole = hint === 0 && missing === 0 && isExact && covered > 0.98 * whole - fillerSlack
		const score = 10 * name + 1.6 * hint + (isWhole ? 1 : 0) - 3.5 * missing + this.#standing(entry, query)
		return { entry, score, isExact: isExact && missing === 0 && covered > 0.98 * whole - fillerSlack }
	}

	/** What speaks for an entry besides its words: its size, its nearness, the kind of way, the number. */
	#standing(entry: number, query: AddressQuery): number {
		const { streets } = this.#places
		const street = streets[entry]
		if (!street) {
			const landmark = this.#places.landmarks[entry - streets.length]
			const isStation = landmark?.lines !== ''
			const asked = query.isMetro === isStation ? (isStation ? 1.5 : 0) : isStation ? 0.2 : -0.5
			return asked + 1 - this.#kilometers(landmark?.lat ?? 0, landmark?.lng ?? 0) * nearness - (query.number ? 3 : 0)
		}
		const size = Math.min(1.5, Math.log2(street.weight + 1) / 6)
		const away = this.#kilometers(this.#places.lats[street.from] ?? 0, this.#places.lngs[street.from] ?? 0) * nearness
		const kind =
			query.way === undefined
				? street.way === 'P'
					? -0.6
					: 0
				: query.way === street.way
					? 0.8
					: street.way === 'P' || query.way === 'P'
						? -0.8
						: 0
		return size - away + kind + this.#numberStanding(street, query.number) - (query.isMetro ? 1 : 0)
	}

	#numberStanding(street: Street, number: number | undefined): number {
		if (number === undefined) return 0
		if (!canHaveNumber(this.#places, street, number)) return -2.5
		return 1.6 * numberCertainty(this.#places, street, number)
	}

	#comunaOf(entry: number): number {
		return this.#places.streets[entry]?.comuna ?? landmarkOf(this.#places, entry).comuna
	}

	#kilometers(lat: number, lng: number): number {
		return unitDistance(lat, lng, this.#near.lat, this.#near.lng) / 1_000
	}

	/** How well a typed word names each commune. */
	#matchComunas(typed: string, isLast: boolean): Float32Array {
		return Float32Array.from(this.#index.comunaWords, (words) => {
			let best = 0
			for (const word of words) {
				if (fillerWords.has(word)) continue
				if (word === typed) best = Math.max(best, 1)
				else if (isLast && typed.length >= 3 && word.startsWith(typed)) best = Math.max(best, 0.8)
				else if (typed.length >= 5 && editDistance(typed, word, 1) <= 1) best = Math.max(best, 0.7)
			}
			return best
		})
	}
}
