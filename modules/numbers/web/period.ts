import { dayIn, firstOfDays } from '#core/rules/calendar-days.ts'

const shortDay = new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the last `days` days in Santiago, including today, as `YYYY-MM-DD`. */
export function lastDays(days: number, now: Date): { desde: string; hasta: string } {
	const hasta = dayIn(now)
	return { desde: firstOfDays(days, hasta), hasta }
}

/** Formats the days of a chart: `2026-11-20` → `20 nov`, with the year when the period spans several. */
export function dayTexts(days: readonly string[]): readonly string[] {
	const hasYears = new Set(days.map((day) => day.slice(0, 4))).size > 1
	const format = hasYears ? dayOfYear : shortDay
	return days.map((day) => {
		const moment = new Date(`${day}T00:00:00Z`)
		return Number.isNaN(moment.getTime()) ? day : format.format(moment)
	})
}
