import { dayIn, daysLater } from '#core/rules/times.ts'

export interface PromisedOrder {
	readonly plazo_entrega: string | null
	readonly pagada_at: Date | null
	readonly created_at: Date
}

/** The last day of an order's term, counted from its payment, or for cash at the door from its creation. */
export const promisedDayOf = (order: PromisedOrder, holidays: ReadonlySet<string>): string | undefined =>
	promisedDay(order.plazo_entrega, order.pagada_at ?? order.created_at, holidays)

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The days of the owner's term (`3 días hábiles`, `48 horas`); undefined for a text without a number of days, hours or weeks. */
function termOf(plazo: string | null): { readonly days: number; readonly isWorking: boolean } | undefined {
	const [, digits, unit = ''] = /(\d{1,3}|un|una)\s+(d[ií]a|hora|semana)/i.exec(plazo ?? '') ?? []
	if (digits === undefined) return undefined
	const count = /^\d/.test(digits) ? Number(digits) : 1
	const days = { d: count, h: Math.ceil(count / 24), s: count * 7 }[unit[0]?.toLowerCase() ?? ''] ?? count
	return { days, isWorking: /h[áa]bil/i.test(plazo ?? '') }
}

/**
 * The last day, `YYYY-MM-DD` of Santiago, of the owner's term, counted from the day after `since`; undefined for a text
 * without a term. Working days exclude weekends and holidays.
 */
export function promisedDay(
	plazo: string | null,
	since: Date,
	holidays: ReadonlySet<string> = new Set(),
): string | undefined {
	const term = termOf(plazo)
	if (!term) return undefined
	let day = dayIn(since)
	for (let left = term.days; left > 0; ) {
		day = daysLater(day, 1)
		if (!term.isWorking || !(isWeekend(day) || holidays.has(day))) left--
	}
	return day
}

/** The last day since which the owner's term ends by `day`, the inverse of `promisedDay`; undefined without a term. */
export function lastStart(
	plazo: string | null,
	day: string,
	holidays: ReadonlySet<string> = new Set(),
): string | undefined {
	const term = termOf(plazo)
	if (!term) return undefined
	let since = day
	for (let left = term.days; left > 0; since = daysLater(since, -1)) {
		if (!term.isWorking || !(isWeekend(since) || holidays.has(since))) left--
	}
	return since
}
