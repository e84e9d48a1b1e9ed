import { type Failure, fail } from '#core/contract/failure.ts'
import type { PeriodQuery } from '#core/contract/lists.ts'
import { dayIn, firstOfDays } from '#core/rules/calendar-days.ts'

const usualDays = 30
/** The longest chart. */
const maxDays = 1100

const dayMs = 86_400_000

/** Days of Santiago (`YYYY-MM-DD`), both included. */
export interface Period {
	readonly desde: string
	readonly hasta: string
}

/** Parses a period in whole calendar days. Fails with `valor_invalido` for an invalid or too long one. */
export function periodOf(query: PeriodQuery, now: Date): Period | Failure {
	const hasta = query.hasta ?? dayIn(now)
	const desde = query.desde ?? firstOfDays(usualDays, hasta)
	const days = (Date.parse(hasta) - Date.parse(desde)) / dayMs + 1
	if (days < 1) return fail('valor_invalido', { text: 'El primer día está después del último.' })
	if (days > maxDays) return fail('valor_invalido', { text: 'Elige un período de tres años como máximo.' })
	return { desde, hasta }
}

export function daysOf({ desde, hasta }: Period): string[] {
	const days = (Date.parse(hasta) - Date.parse(desde)) / dayMs + 1
	return Array.from({ length: days }, (_, at) => new Date(Date.parse(desde) + at * dayMs).toISOString().slice(0, 10))
}
