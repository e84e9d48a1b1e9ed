import type { Landmark, PlacesIndex, Street, WayClass } from '#maps/format/places-index.ts'
import { unitDistance, unitsPerDegree } from '#maps/geometry/geometry.ts'
import type { Position } from '#maps/place.ts'
import { fillerWords } from './fold-text.ts'
import { editDistance, matchWord, type WordMatches } from './match-words.ts'
import { type AddressQuery, regionWords } from './parse-query.ts'
import type { SearchIndex } from './search-index.ts'
import { canHaveNumber, numberCertainty } from './street-position.ts'

/** A candidate street or landmark with its match score. */
export interface RankedEntry {
	readonly entry: number
	readonly score: number
	/** Every typed word matches without a typing error or a prefix. */
	readonly isExact: boolean
}

/** Weights of the score. */
const weights = {
	/** A fully typed name. */
	name: 10,
	/** Constant share of `name`, and the share that grows with the typed part. */
	nameAlone: 0.45,
	nameCovered: 0.55,
	/** Bonus factor when the first typed word is the first of the name. */
	sameBeginning: 0.04,
	wholeName: 1,
	comuna: 1.6,
	/** Penalty per unmatched typed word. */
	missingWord: 3.5,
	kilometer: 0.09,
	/** Size of a street: the logarithm of its addresses over `sizeScale`, up to `largestSize`. */
	sizeScale: 6,
	largestSize: 1.5,
	/** A house number known on the street; less when further from known ones. */
	number: 1.6,
	/** Penalty for an impossible number, and for a number on a landmark. */
	impossibleNumber: 2.5,
	landmarkWithNumber: 3,
	/** Every landmark; then by whether it is a metro station and one was requested. */
	landmark: 1,
	station: { requested: 1.5, notRequested: 0.2 },
	otherLandmark: { requested: -0.5, notRequested: 0 },
	/** Penalty for a street when a metro station was requested. */
	streetForMetro: 1,
	/** By the typed street class and that of the street. */
	sameWay: 0.8,
	passageMistaken: -0.8,
	passageNotRequested: -0.6,
} as const

/** Match of a typed word with a comuna. */
const comunaMatch = { same: 1, prefix: 0.8, typo: 0.7 } as const

/** Threshold of a whole-word match. */
const wholeWord = 0.9
/** Share that makes a name complete; the slack allows omitted filler words. */
const wholeShare = 0.98
const fillerSlack = 1.2

/** One typed word: its name matches, and its score for each comuna. */
interface TypedWord {
	readonly text: string
	readonly matches: WordMatches
	readonly comunas: Float32Array
}

/** The `M` of `M. Montt` is the initial of another word than `Montt`. */
function withoutOwnWords(word: TypedWord, all: readonly TypedWord[]): TypedWord {
	if (word.text.length > 1) return word
	const isOther = (id: number) => all.every((other) => other === word || other.matches.get(id) !== 1)
	return { ...word, matches: new Map([...word.matches].filter(([id]) => isOther(id))) }
}

/** Match of an entry's name with the typed words. Words are weighted by rarity. */
interface Answers {
	/** Weight of the whole name, and of its typed part. */
	whole: number
	covered: number
	/** Weight of the matching words, plain and scaled by their match. */
	answered: number
	quality: number
	/** Comuna score of the words outside the name. */
	comuna: number
	/** Unmatched typed words. */
	missing: number
	/** No word matches by a typing error or a prefix. */
	isExact: boolean
}

export function landmarkOf(places: PlacesIndex, entry: number): Landmark {
	const landmark = places.landmarks[entry - places.streets.length]
	if (!landmark) throw new Error(`the search index names an entry that is not there: ${entry}`)
	return landmark
}

/** Ranks index entries for a query; `near` breaks ties. */
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
		const typed = query.words
			.map((text, at) => this.#readWord(text, query.isTyping && at === last))
			.map((word, _at, all) => withoutOwnWords(word, all))
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

	/** Returns every entry with a word that matches a typed one. */
	#candidates(query: AddressQuery, typed: readonly TypedWord[]): Set<number> {
		const { entriesFrom, entries } = this.#index
		const last = typed.at(-1)
		// One or two letters match thousands of names; they only rank the matches of other words.
		const isShort = typed.length > 1 && query.isTyping && last !== undefined && last.text.length < 3
		const candidates = new Set<number>()
		const whole = typed.filter(({ text }) => text.length > 1)
		for (const { matches } of isShort ? typed.slice(0, -1) : whole.length > 0 ? whole : typed) {
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

	/** Assigns each typed word, in order, the best free word of the name, else the comuna. */
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

	/** Returns the position of the best free matching word in an entry's name, or -1. `taken`: a bit per used word. */
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

	/** Returns the score beyond words: size, nearness, street class, number. */
	#likelihood(entry: number, query: AddressQuery): number {
		const street = this.#places.streets[entry]
		return street ? this.#streetLikelihood(street, query) : this.#landmarkLikelihood(entry, query)
	}

	#landmarkLikelihood(entry: number, query: AddressQuery): number {
		const { lines, lat, lng } = landmarkOf(this.#places, entry)
		const kind = lines === '' ? weights.otherLandmark : weights.station
		return (
			(query.isMetro ? kind.requested : kind.notRequested) +
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

	/** Returns the score of a typed word for each comuna. */
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

/** Returns the score of the typed street class. Streets are often called avenues; a passage rarely is. */
function wayLikelihood(typed: WayClass | undefined, way: WayClass): number {
	if (typed === undefined) return way === 'P' ? weights.passageNotRequested : 0
	if (typed === way) return weights.sameWay
	return typed === 'P' || way === 'P' ? weights.passageMistaken : 0
}
