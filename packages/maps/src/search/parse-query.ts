import type { WayClass } from '#maps/format/places-index.ts'
import { expandWord, fillerWords, foldText, wayWords } from './fold-text.ts'

/** A parsed query. */
export interface AddressQuery {
	/** Distinctive words in order; filler words such as `de` are included if there are others. */
	readonly words: readonly string[]
	readonly number: number | undefined
	/** The named street class, if any. */
	readonly way: WayClass | undefined
	readonly isMetro: boolean
	/** The last word is incomplete: nothing follows it. */
	readonly isTyping: boolean
}

/** Words that introduce an apartment. */
const insideWords = new Set([
	'depto',
	'dpto',
	'departamento',
	'dept',
	'dep',
	'dp',
	'dto',
	'of',
	'oficina',
	'ofic',
	'casa',
	'torre',
	'block',
	'bloque',
	'piso',
	'local',
])
const numberWords = new Set(['n', 'no', 'nro', 'num', 'numero'])
/** Words that may end every address of the region, or be part of a name. */
export const regionWords: ReadonlySet<string> = new Set(['santiago', 'chile', 'region', 'metropolitana', 'rm'])
const cornerWords = new Set(['con', 'esquina', 'esq', 'interseccion'])

/** Parses one street, place or corner side. */
export function parseQuery(text: string): AddressQuery {
	const isTyping = /[\p{L}\d]$/u.test(text)
	const raw = foldText(text.replace(/(\d[a-z]?)\s*\/\s*\d+[a-z]?\b/gi, '$1'))
	const all = withoutInside(raw === '' ? [] : raw.split(' '))
	const { number, rest } = takeNumber(all)
	// A prefix such as `pje` is expanded, but the last word may be the prefix of another.
	const words = rest.map((word, at) =>
		isTyping && at === rest.length - 1 && number === undefined && rest.length > 1 ? word : expandWord(word),
	)
	const [first = ''] = words
	const way: WayClass | undefined =
		first === 'avenida' ? 'A' : first === 'pasaje' ? 'P' : first === 'calle' ? 'C' : undefined
	const isMetro = words.includes('metro')
	const distinctive = words.filter((word, at) => at > 0 || !wayWords.has(word))
	const remaining = distinctive.length > 0 ? distinctive : words
	const strong = remaining.filter((word) => !fillerWords.has(word))
	return {
		words: strong.length > 0 ? strong : remaining,
		number,
		way,
		isMetro,
		isTyping: isTyping && number === undefined,
	}
}

/**
 * Returns the two sides of a corner: `Irarrázaval con Macul`, `… esq. …`, `… & …`; also `… y …`, which may be part of a
 * name.
 */
export function splitCorner(text: string): { left: string; right: string; isMarked: boolean } | undefined {
	// `1234/504` is a house and an apartment.
	const marked = text.replace(/&|\/(?!\s*\d)/g, ' con ')
	const words = marked.split(/\s+/).filter(Boolean)
	const folded = words.map(foldText)
	const strong = folded.findIndex((word, at) => at > 0 && cornerWords.has(word))
	const at = strong > 0 ? strong : folded.findIndex((word, index) => index > 0 && word === 'y')
	if (at <= 0) return undefined
	const after = words.slice(at + 1)
	while (cornerWords.has(foldText(after[0] ?? ''))) after.shift()
	if (after.length === 0) return undefined
	return { left: words.slice(0, at).join(' '), right: after.join(' '), isMarked: strong > 0 }
}

/** Removes `depto 502`, `torre B` and the like, but not names with such a start (`Casa Colorada`). */
function withoutInside(words: readonly string[]): string[] {
	const remaining: string[] = []
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? ''
		const value = numberWords.has(words[at + 1] ?? '') ? at + 2 : at + 1
		const next = words[value]
		if (at > 0 && insideWords.has(word) && (next === undefined || /^(\d+[a-z]?|[a-z]\d*)$/.test(next))) {
			at = isHouseLetter(words[value + 1]) && /\d$/.test(next ?? '') ? value + 1 : value
		} else remaining.push(word)
	}
	return remaining
}

/** The `B` of `1234-B`; `y`, `e` and `o` are words. */
const isHouseLetter = (word: string | undefined) => word !== undefined && /^[a-df-np-xz]$/.test(word)

/** The house number is the last number that does not start the name: `10 de Julio 1234` is number 1234. */
function takeNumber(words: readonly string[]): { number: number | undefined; rest: string[] } {
	const last = words.findLastIndex((word) => /^\d{1,5}[a-z]?$/.test(word))
	const before = words.slice(0, last).filter((word) => !numberWords.has(word))
	if (last < 1 || before.every((word) => wayWords.has(expandWord(word)))) return { number: undefined, rest: [...words] }
	const remaining = numberWords.has(words[last - 1] ?? '') ? words.slice(0, last - 1) : words.slice(0, last)
	const after = words.slice(isHouseLetter(words[last + 1]) ? last + 2 : last + 1)
	return { number: Number.parseInt(words[last] ?? '', 10), rest: [...remaining, ...after] }
}
