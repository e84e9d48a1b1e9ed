import { shopZone } from '#domain/shop-zone.ts'

const moments = new Intl.DateTimeFormat('es-CL', {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	hourCycle: 'h23',
	timeZone: shopZone,
})

/** A moment as people in Chile read it: date and time in Santiago. What is no moment is shown as it came. */
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

/** An hour in Santiago: `15:20`. */
export const formatHour = (iso: string): string => hours.format(new Date(iso))

const days = new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A day (`AAAA-MM-DD`) as people in Chile read it. */
export function formatDay(day: string): string {
	return days.format(new Date(`${day}T00:00:00Z`))
}
