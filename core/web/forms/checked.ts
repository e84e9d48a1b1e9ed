import { minReason } from '#core/rules/limits.ts'

/** The typed values by the names of their fields; an unchecked box and an unchosen radio button are missing. */
export type Values = Readonly<Record<string, string>>

/** Sentences about wrong values by the names of their fields. */
export interface Wrong<Name extends string = string> {
	readonly wrong: Readonly<Partial<Record<Name, string | undefined>>>
}

/** The plan, unless one of the fields has a problem. */
export function checked<Name extends string, Plan>(
	wrong: Readonly<Record<Name, string | undefined>>,
	plan: Plan,
): Plan | Wrong<Name> {
	return Object.values(wrong).some((problem) => problem !== undefined) ? { wrong } : plan
}

/** The server requires the same length. */
export const reasonProblem = (motivo: string): string | undefined =>
	motivo.length < minReason ? 'Escribe el motivo.' : undefined

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
