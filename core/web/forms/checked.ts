import { minReason } from '#core/rules/min-reason.ts'

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
