import { shopZone as timeZone } from '#core/rules/shop-zone.ts'

const longDay = new Intl.DateTimeFormat('es-CL', { timeZone, dateStyle: 'long' })
const moment = new Intl.DateTimeFormat('es-CL', {
	timeZone,
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	hour: '2-digit',
	minute: '2-digit',
	hourCycle: 'h23',
})

const time = new Intl.DateTimeFormat('es-CL', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export const formatTime = (iso: string): string => time.format(new Date(iso))

/** A day in Santiago: `20 de noviembre de 2026`. */
export const formatDay = (iso: string): string => longDay.format(new Date(iso))

/** A time in Santiago, without its year: `domingo 22 de noviembre a las 12:05`. */
export function formatMoment(iso: string): string {
	const parts = Object.fromEntries(moment.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
	return `${parts.weekday} ${parts.day} de ${parts.month} a las ${parts.hour}:${parts.minute}`
}
