/**
 * Parses a whole number: empty is 0, and dots separate thousands as in Chile (`29.990`). Returns undefined for anything else,
 * including negative numbers.
 */
export function readWhole(text: string): number | undefined {
	const typed = text.trim()
	if (typed === '') return 0
	if (/^\d{1,12}$/.test(typed)) return Number(typed)
	return /^\d{1,3}(\.\d{3})+$/.test(typed) ? Number(typed.replaceAll('.', '')) : undefined
}

export const notWhole = 'Escribe un número entero, desde 0.'

/** Parses a number to be saved. An empty field is an error unless `emptyCounts`. */
export function readAmount(text: string, emptyCounts: boolean): number | { readonly problem: string } {
	const number = text.trim() === '' && !emptyCounts ? undefined : readWhole(text)
	return number ?? { problem: notWhole }
}
