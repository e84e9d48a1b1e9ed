import { shopZone } from '#core/rules/shop-zone.ts'

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: shopZone })
const dayMs = 86_400_000

/** The day in Santiago, as `YYYY-MM-DD`. */
export function dayIn(moment: Date): string {
	return calendar.format(moment)
}

/** The day this many calendar days later; negative: earlier. */
export function daysLater(day: string, days: number): string {
	return firstOfDays(1 - days, day)
}

/** The first of the `days` calendar days that end with `last`. All are `YYYY-MM-DD`. */
export function firstOfDays(days: number, last: string): string {
	return new Date(Date.parse(`${last}T00:00:00Z`) - (days - 1) * dayMs).toISOString().slice(0, 10)
}

/** What figures of days are summed by. */
export const daySpans = ['dia', 'semana', 'mes'] as const
export type DaySpan = (typeof daySpans)[number]

/** The first day, `YYYY-MM-DD`, of a day's day, week (from Monday) or month. */
export function firstDayOf(day: string, span: DaySpan): string {
	if (span === 'dia') return day
	if (span === 'mes') return `${day.slice(0, 7)}-01`
	const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
	return daysLater(day, -sinceMonday)
}
