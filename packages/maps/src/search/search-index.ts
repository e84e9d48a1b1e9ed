import type { PlacesIndex } from '#maps/format/places-index.ts'
import { fillerWords, foldWords, wayWords } from './fold-text.ts'

/**
 * Word index. Entries are numbered streets first, then landmarks. An entry's words are numbers of a sorted vocabulary, and
 * each word lists its entries.
 */
export interface SearchIndex {
	readonly vocabulary: readonly string[]
	/** Weight of a word: rare words weigh more. */
	readonly rarity: Float32Array
	/** Entries of word w: entries[entriesFrom[w]] to entries[entriesFrom[w + 1]] (exclusive). */
	readonly entriesFrom: Uint32Array
	readonly entries: Uint32Array
	/** Words of entry e in order, likewise. */
	readonly wordsFrom: Uint32Array
	readonly words: Uint32Array
	/** A bit per letter of a word, to skip dissimilar words. */
	readonly letters: Uint32Array
	readonly comunaWords: readonly (readonly string[])[]
	readonly entryOfKey: ReadonlyMap<string, number>
}

/** Builds the word index from the places. */
export function buildSearchIndex(index: PlacesIndex): SearchIndex {
	const names = [...index.streets.map(({ name }) => name), ...index.landmarks.map(({ name }) => name)]
	const split = names.map(nameWords)
	const vocabulary = [...new Set(split.flat())].sort()
	const idOf = new Map(vocabulary.map((word, id) => [word, id]))
	const wordsFrom = new Uint32Array(names.length + 1)
	const counts = new Uint32Array(vocabulary.length + 1)
	const ids = split.map((words, entry) => {
		wordsFrom[entry + 1] = (wordsFrom[entry] ?? 0) + words.length
		return words.map((word) => idOf.get(word) ?? 0)
	})
	const words = Uint32Array.from(ids.flat())
	for (const word of words) counts[word + 1] = (counts[word + 1] ?? 0) + 1
	const entriesFrom = new Uint32Array(vocabulary.length + 1)
	for (let word = 1; word < entriesFrom.length; word++) {
		entriesFrom[word] = (entriesFrom[word - 1] ?? 0) + (counts[word] ?? 0)
	}
	const next = entriesFrom.slice()
	const entries = new Uint32Array(words.length)
	ids.forEach((list, entry) => {
		for (const word of list) {
			const at = next[word] ?? 0
			entries[at] = entry
			next[word] = at + 1
		}
	})
	const rarity = Float32Array.from(vocabulary, (word, id) => {
		const found = (entriesFrom[id + 1] ?? 0) - (entriesFrom[id] ?? 0)
		return (fillerWords.has(word) ? 0.15 : 1) * (1 + Math.log(names.length / found) / 4)
	})
	const entryOfKey = new Map([...index.streets, ...index.landmarks].map(({ key }, entry) => [key, entry]))
	return {
		vocabulary,
		rarity,
		entriesFrom,
		entries,
		wordsFrom,
		words,
		letters: Uint32Array.from(vocabulary, letterBits),
		comunaWords: index.comunas.map(({ name }) => foldWords(name)),
		entryOfKey,
	}
}

/** Returns the search words of a name: without a leading Avenida, Calle, Pasaje, unless nothing else is left. */
function nameWords(name: string): string[] {
	const words = foldWords(name)
	const distinctive = words.filter((word, at) => at > 0 || !wayWords.has(word))
	return distinctive.length > 0 ? distinctive : words
}

/** Returns a bit per letter of a word. */
export function letterBits(word: string): number {
	let bits = 0
	for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) % 32)
	return bits >>> 0
}
