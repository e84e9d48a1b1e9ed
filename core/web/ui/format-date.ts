import { shopZone } from '#core/rules/times.ts'

const moments = new Intl.DateTimeFormat('es-CL', {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	hourCycle: 'h23',
	timeZone: shopZone,
})

/** Formats a moment as date and time in Santiago; an invalid one is returned unchanged. */
export function formatMoment(iso: string): string {
	const moment = new Date(iso)
	return Number.isNaN(moment.getTime()) ? iso : moments.format(moment)
}

const hours = new Intl.DateTimeFormat('es-CL', {
	hour: '2-digit',
	minute: '2-digit',
	hourCycle: 'h23',
	timeZone: shopZone,
})

/** Formats the time in Santiago: `15:20`. */
export const formatHour = (iso: string): string => hours.format(new Date(iso))

const days = new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats a day (`AAAA-MM-DD`) for Chile. */
export function formatDay(day: string): string {
	return days.format(new Date(`${day}T00:00:00Z`))
}

const months = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month (`AAAA-MM`): `noviembre de 2026`. */
export const monthText = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))
