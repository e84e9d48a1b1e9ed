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
