import type { Landmark, PlacesIndex, Street, WayClass } from '#maps/format/places-index.ts'
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
	/** Every typed word was answered, none by a typing error or a prefix. */
	readonly isExact: boolean
}

/** What a score is added up from. */
const weights = {
	/** A name whose every word was typed. */
	name: 10,
	/** The share of `name` that counts however little of the name was typed, and the share that grows with it. */
	nameAlone: 0.45,
	nameCovered: 0.55,
	/** The first word typed is the first word of the name: this much more of that word. */
	sameBeginning: 0.04,
	wholeName: 1,
	comuna: 1.6,
	/** Taken off for each typed word that nothing answers. */
	missingWord: 3.5,
	kilometer: 0.09,
	/** A street with many addresses: the logarithm of their count over `sizeScale`, up to `largestSize`. */
	sizeScale: 6,
	largestSize: 1.5,
	/** The house number is known on the street; less the further from known ones. */
	number: 1.6,
	/** Taken off when the street cannot have the number, and for a landmark, which has none. */
	impossibleNumber: 2.5,
	landmarkWithNumber: 3,
	/** Every landmark; then by whether it is a metro station and whether one was asked for. */
	landmark: 1,
	station: { asked: 1.5, notAsked: 0.2 },
	otherLandmark: { asked: -0.5, notAsked: 0 },
	/** Taken off a street when a metro station was asked for. */
	streetForMetro: 1,
	/** By the kind of way typed and that of the street. */
	sameWay: 0.8,
	passageMistaken: -0.8,
	passageNotAsked: -0.6,
} as const

/** How well a typed word names a comuna. */
const comunaMatch = { same: 1, prefix: 0.8, typo: 0.7 } as const

/** Matches above this count as the whole word. */
const wholeWord = 0.9
/** This much of a name makes it whole; the slack leaves out filler words, which nobody types. */
const wholeShare = 0.98
const fillerSlack = 1.2

/** One typed word: what it may mean in names, and how well it names each comuna. */
interface TypedWord {
	readonly text: string
	readonly matches: WordMatches
	readonly comunas: Float32Array
}

/** How the words of one entry's name answer the typed words. Weights of words are their rarities. */
interface Answers {
	/** The weight of the whole name, and of its part that was typed. */
	whole: number
	covered: number
	/** The weight of the words that answer, and the same by how well each does. */
	answered: number
	quality: number
	/** How well the words that name no part of it name its comuna. */
	comuna: number
	/** Typed words that answer to nothing. */
	missing: number
	/** No word answers by a typing error or a prefix. */
	isExact: boolean
}

export function landmarkOf(places: PlacesIndex, entry: number): Landmark {
	const landmark = places.landmarks[entry - places.streets.length]
	if (!landmark) throw new Error(`the search index names an entry that is not there: ${entry}`)
	return landmark
}

/** Ranks the index's entries by how well they answer a query; `near` is where ties are decided from. */
export class EntryRanking {
	readonly #places: PlacesIndex
	readonly #index: SearchIndex
	/** In units of 0.00001 degrees. */
	readonly #near: { readonly lat: number; readonly lng: number }

	constructor(places: PlacesIndex, index: SearchIndex, near: Position) {
		this.#places = places
		this.#index = index
		this.#near = { lat: near.lat * unitsPerDegree, lng: near.lng * unitsPerDegree }
	}

	rank(query: AddressQuery): RankedEntry[] {
		const last = query.words.length - 1
		const typed = query.words.map((text, at) => this.#readWord(text, query.isTyping && at === last))
		const ranked: RankedEntry[] = []
		for (const entry of this.#candidates(query, typed)) {
			const one = this.#rankEntry(entry, query, typed)
			if (one) ranked.push(one)
		}
		return ranked.sort((a, b) => b.score - a.score)
	}

	#readWord(text: string, isTyping: boolean): TypedWord {
		return { text, matches: matchWord(this.#index, text, isTyping), comunas: this.#matchComunas(text, isTyping) }
	}

	/** Every entry with a word that a typed one may mean. */
	#candidates(query: AddressQuery, typed: readonly TypedWord[]): Set<number> {
		const { entriesFrom, entries } = this.#index
		const last = typed.at(-1)
		// One or two letters begin thousands of names; they only rank what the other words find.
		const isShort = typed.length > 1 && query.isTyping && last !== undefined && last.text.length < 3
		const candidates = new Set<number>()
		for (const { matches } of isShort ? typed.slice(0, -1) : typed) {
			for (const word of matches.keys()) {
				const to = entriesFrom[word + 1] ?? 0
				for (let at = entriesFrom[word] ?? 0; at < to; at++) candidates.add(entries[at] ?? 0)
			}
		}
		return candidates
	}

	#rankEntry(entry: number, query: AddressQuery, typed: readonly TypedWord[]): RankedEntry | undefined {
		const { whole, covered, answered, quality, comuna, missing, isExact } = this.#compare(entry, typed)
		const mostMissing = Math.floor((typed.length - 1) / 2)
		if (answered === 0 || missing > mostMissing) return undefined
		const isComplete = isExact && missing === 0 && covered > wholeShare * whole - fillerSlack
		const name = (quality / answered) * (weights.nameAlone + (weights.nameCovered * covered) / whole)
		const score =
			weights.name * name +
			weights.comuna * comuna +
			(isComplete && comuna === 0 ? weights.wholeName : 0) -
			weights.missingWord * missing +
			this.#likelihood(entry, query)
		return { entry, score, isExact: isComplete }
	}

	/** Gives each typed word, in order, the best word of the name that is still free, else the comuna. */
	#compare(entry: number, typed: readonly TypedWord[]): Answers {
		const { wordsFrom, words, rarity } = this.#index
		const from = wordsFrom[entry] ?? 0
		const comuna = this.#comunaOf(entry)
		const found: Answers = {
			whole: this.#weightOf(entry),
			covered: 0,
			answered: 0,
			quality: 0,
			comuna: 0,
			missing: 0,
			isExact: true,
		}
		let taken = 0
		for (const word of typed) {
			const at = this.#bestWord(entry, word.matches, taken)
			const id = words[from + at] ?? 0
			const match = at < 0 ? 0 : (word.matches.get(id) ?? 0)
			const inComuna = word.comunas[comuna] ?? 0
			if (at >= 0 && (inComuna <= match || found.quality === 0)) {
				const weight = rarity[id] ?? 0
				taken |= 1 << at
				found.quality += match * weight
				found.answered += weight
				found.covered += weight * (match > wholeWord ? 1 : match)
				if (at === 0 && word === typed[0]) found.quality += weights.sameBeginning * weight
				if (match < 1) found.isExact = false
			} else if (inComuna > 0) found.comuna += inComuna
			else if (!regionWords.has(word.text)) found.missing++
		}
		return found
	}

	/** The place in an entry's name of the free word that matches best, or -1. `taken`: one bit for each word that is not free. */
	#bestWord(entry: number, matches: WordMatches, taken: number): number {
		const { wordsFrom, words } = this.#index
		const from = wordsFrom[entry] ?? 0
		const count = (wordsFrom[entry + 1] ?? 0) - from
		let best = 0
		let bestAt = -1
		for (let at = 0; at < count; at++) {
			const match = taken & (1 << at) ? 0 : (matches.get(words[from + at] ?? 0) ?? 0)
			if (match <= best) continue
			best = match
			bestAt = at
		}
		return bestAt
	}

	#weightOf(entry: number): number {
		const { wordsFrom, words, rarity } = this.#index
		const to = wordsFrom[entry + 1] ?? 0
		let weight = 0
		for (let at = wordsFrom[entry] ?? 0; at < to; at++) weight += rarity[words[at] ?? 0] ?? 0
		return weight
	}

	/** What speaks for an entry besides its words: its size, its nearness, the kind of way, the number. */
	#likelihood(entry: number, query: AddressQuery): number {
		const street = this.#places.streets[entry]
		return street ? this.#streetLikelihood(street, query) : this.#landmarkLikelihood(entry, query)
	}

	#landmarkLikelihood(entry: number, query: AddressQuery): number {
		const { lines, lat, lng } = landmarkOf(this.#places, entry)
		const kind = lines === '' ? weights.otherLandmark : weights.station
		return (
			(query.isMetro ? kind.asked : kind.notAsked) +
			weights.landmark -
			this.#kilometers(lat, lng) * weights.kilometer -
			(query.number ? weights.landmarkWithNumber : 0)
		)
	}

	#streetLikelihood(street: Street, query: AddressQuery): number {
		const { lats, lngs } = this.#places
		return (
			Math.min(weights.largestSize, Math.log2(street.weight + 1) / weights.sizeScale) -
			this.#kilometers(lats[street.from] ?? 0, lngs[street.from] ?? 0) * weights.kilometer +
			wayLikelihood(query.way, street.way) +
			this.#numberLikelihood(street, query.number) -
			(query.isMetro ? weights.streetForMetro : 0)
		)
	}

	#numberLikelihood(street: Street, number: number | undefined): number {
		if (number === undefined) return 0
		if (!canHaveNumber(this.#places, street, number)) return -weights.impossibleNumber
		return weights.number * numberCertainty(this.#places, street, number)
	}

	#comunaOf(entry: number): number {
		return this.#places.streets[entry]?.comuna ?? landmarkOf(this.#places, entry).comuna
	}

	#kilometers(lat: number, lng: number): number {
		return unitDistance(lat, lng, this.#near.lat, this.#near.lng) / 1_000
	}

	/** How well a typed word names each comuna. */
	#matchComunas(typed: string, isTyping: boolean): Float32Array {
		return Float32Array.from(this.#index.comunaWords, (words) => {
			let best = 0
			for (const word of words)
				if (!fillerWords.has(word)) best = Math.max(best, matchComunaWord(typed, word, isTyping))
			return best
		})
	}
}

function matchComunaWord(typed: string, word: string, isTyping: boolean): number {
	if (word === typed) return comunaMatch.same
	if (isTyping && typed.length >= 3 && word.startsWith(typed)) return comunaMatch.prefix
	return typed.length >= 5 && editDistance(typed, word, 1) <= 1 ? comunaMatch.typo : 0
}

/** What the kind of way that was typed says for a street. Streets are called avenues at will; a passage is none by mistake. */
function wayLikelihood(typed: WayClass | undefined, way: WayClass): number {
	if (typed === undefined) return way === 'P' ? weights.passageNotAsked : 0
	if (typed === way) return weights.sameWay
	return typed === 'P' || way === 'P' ? weights.passageMistaken : 0
}
