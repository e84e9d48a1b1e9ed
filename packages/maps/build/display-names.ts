import { foldText, wayWords } from '#maps/search/fold-text.ts'

const smallWords = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'en'])
const longWords: Readonly<Record<string, string>> = { ohiggins: "O'Higgins", u: 'Universidad' }

/**
 * Restores the accents of names. The address file has none; another source has full words, and the list of street names
 * lacks exactly the accented letters: `Risopatrn` beside `Risopatron` means `Risopatrón`.
 */
export class Spelling {
	readonly #spelled = new Map<string, string>()
	readonly #gapped: ReadonlyMap<string, number>

	/** `intact`: names with accents. `gapped`: names that may lack the accented letters. */
	constructor(intact: readonly string[], gapped: readonly string[]) {
		const gappedCounts = countWords(gapped)
		for (const word of gappedCounts.keys()) {
			if (/[áéíóúñü]/.test(word)) this.#spelled.set(foldText(word), word)
		}
		this.#gapped = gappedCounts
		const intactCounts = countWords(intact)
		for (const [word, count] of intactCounts) {
			const key = foldText(word)
			const known = this.#spelled.get(key)
			if (known === undefined || (intactCounts.get(known) ?? 0) < count) this.#spelled.set(key, word)
		}
	}

	/** Returns the display form: accents, small words in lower case, other words capitalized. */
	spell(name: string): string {
		const words = name.trim().split(/\s+/)
		return words
			.map((word, index) => this.#spellWord(word, index === 0 || wayWords.has(foldText(words[index - 1] ?? ''))))
			.join(' ')
	}

	#spellWord(word: string, isFirst: boolean): string {
		const key = foldText(word).replaceAll(' ', '')
		if (!isFirst && smallWords.has(key)) return key
		const long = longWords[key]
		if (long) return long
		if (/^[a-df-z]$/i.test(word)) return word.toUpperCase()
		if (key === '' || /\d/.test(key) || word.length < 3 || word.includes('-') || word.includes('/')) return word
		const spelled = this.#spelled.get(key) ?? this.#restore(key)
		return spelled.charAt(0).toUpperCase() + spelled.slice(1)
	}

	/** Searches the gapped names for the word without one letter, which is the accented one. */
	#restore(key: string): string {
		let best = key
		let bestCount = this.#gapped.get(key) ?? 0
		for (let at = 0; at < key.length; at++) {
			const accented = accents[key.charAt(at)]
			if (!accented) continue
			const count = this.#gapped.get(key.slice(0, at) + key.slice(at + 1)) ?? 0
			if (count > bestCount) {
				best = key.slice(0, at) + accented + key.slice(at + 1)
				bestCount = count
			}
		}
		this.#spelled.set(key, best)
		return best
	}
}

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', n: 'ñ' }

function countWords(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>()
	for (const name of names) {
		for (const word of name.toLowerCase().split(/[^\p{L}\d]+/u)) {
			if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1)
		}
	}
	return counts
}
