import { letterBits, type SearchIndex } from './search-index.ts'

/** Match score of each vocabulary word for one typed word: 1 for equal, less for prefixes and typing errors. */
export type WordMatches = ReadonlyMap<number, number>

const prefixMatch = 0.8
const typoMatch = 0.62

/**
 * Returns the vocabulary words for a typed word. The last word may be incomplete, so prefixes match, and a single
 * letter may be an initial (`M. Montt`); typing errors are considered only without other matches.
 */
export function matchWord(index: SearchIndex, typed: string, isLast: boolean): WordMatches {
	const matches = new Map<number, number>()
	const { vocabulary } = index
	const from = firstAtLeast(vocabulary, typed)
	for (let id = from; id < vocabulary.length && vocabulary[id]?.startsWith(typed); id++) {
		const word = vocabulary[id] ?? ''
		if (word === typed) matches.set(id, 1)
		else if (isLast || typed.length >= 3 || typed.length === 1)
			matches.set(id, prefixMatch * (isLast ? 1 : 0.8) + 0.15 * (typed.length / word.length))
	}
	if (matches.size === 0 || (!isLast && !matches.has(from) && typed.length > 3)) addTypos(index, typed, isLast, matches)
	return matches
}

function addTypos(index: SearchIndex, typed: string, isLast: boolean, matches: Map<number, number>): void {
	if (typed.length < 4 || /\d/.test(typed)) return
	const allowed = typed.length >= 8 ? 2 : 1
	const bits = letterBits(typed)
	for (let id = 0; id < index.vocabulary.length; id++) {
		const word = index.vocabulary[id] ?? ''
		const longer = word.length - typed.length
		if (longer < -allowed || (!isLast && longer > allowed)) continue
		// Each letter of the typed word missing in the other costs an edit.
		if (bitCount(bits & ~(index.letters[id] ?? 0)) > allowed) continue
		const candidate = longer > allowed ? word.slice(0, typed.length) : word
		const edits = editDistance(typed, candidate, allowed)
		if (edits > allowed) continue
		const value =
			typoMatch * (edits === 2 ? 0.8 : 1) * (word[0] === typed[0] ? 1 : 0.85) * (longer > allowed ? 0.85 : 1)
		if (value > (matches.get(id) ?? 0)) matches.set(id, value)
	}
}

/** Returns the first index in a sorted list that is not before the word. */
function firstAtLeast(sorted: readonly string[], word: string): number {
	let low = 0
	let high = sorted.length
	while (low < high) {
		const middle = (low + high) >> 1
		if ((sorted[middle] ?? '') < word) low = middle + 1
		else high = middle
	}
	return low
}

function bitCount(bits: number): number {
	let count = 0
	for (let rest = bits; rest !== 0; rest &= rest - 1) count++
	return count
}

/** Returns the edit distance (with transpositions); stops above `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
	if (Math.abs(a.length - b.length) > limit) return limit + 1
	let beforeLast: number[] = []
	let last = Array.from({ length: b.length + 1 }, (_, column) => column)
	for (let row = 1; row <= a.length; row++) {
		const current = [row]
		let least = row
		for (let column = 1; column <= b.length; column++) {
			const same = a[row - 1] === b[column - 1]
			let cost = Math.min(
				(last[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + (same ? 0 : 1),
			)
			if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
				cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
			}
			current.push(cost)
			least = Math.min(least, cost)
		}
		if (least > limit) return limit + 1
		beforeLast = last
		last = current
	}
	return last[b.length] ?? limit + 1
}
