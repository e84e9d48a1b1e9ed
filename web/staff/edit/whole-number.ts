/**
 * The whole number that a field holds: empty counts as 0, and dots between thousands are read as people in Chile write them
 * (`29.990`). Undefined for anything else, negative numbers included.
 */
export function readWhole(text: string): number | undefined {
	const typed = text.trim()
	if (typed === '') return 0
	if (/^\d{1,12}$/.test(typed)) return Number(typed)
	return /^\d{1,3}(\.\d{3})+$/.test(typed) ? Number(typed.replaceAll('.', '')) : undefined
}

export const notWhole = 'Escribe un número entero, desde 0.'

/** What a field that is saved stands for. Where an emptied one stands for no number, it is not taken for 0. */
export function readAmount(text: string, emptyCounts: boolean): number | { readonly problem: string } {
	const number = text.trim() === '' && !emptyCounts ? undefined : readWhole(text)
	return number ?? { problem: notWhole }
}
