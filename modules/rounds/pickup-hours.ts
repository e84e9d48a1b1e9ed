import { daysLater } from '#core/rules/times.ts'
import { isOpenAt, openSpans } from '#modules/delivery/shop-place.ts'
import { santiagoMinute } from '#modules/rounds/rounds.ts'

/** Hours of the day that are offered without readable pickup hours, in minutes since midnight. */
const usualHours = [11 * 60, 18 * 60]
/** Between two offered hours, in minutes. */
const stepMinutes = 120
const mostOffered = 4
/** A week and today. */
const daysAhead = 8

const weekdays = new Intl.DateTimeFormat('es-CL', { weekday: 'long', timeZone: 'UTC' })

function dayName(day: string, ahead: number): string {
	if (ahead < 2) return ahead === 0 ? 'hoy' : 'mañana'
	return weekdays.format(new Date(`${day}T00:00:00Z`))
}

const clock = (minutes: number) =>
	[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * The next hours to offer for a pickup, from the owner's text of its hours: the minute in Santiago
 * (`2026-11-25T18:30`), and its name (`hoy 18:30`).
 */
export function pickupHours(horario: string | null, now: Date): readonly (readonly [minute: string, name: string])[] {
	const spans =
		openSpans(horario)?.map(({ from, to }) => ({ from, to })) ?? usualHours.map((at) => ({ from: at, to: at }))
	const starts = new Set(
		spans.flatMap(({ from, to }) =>
			Array.from({ length: Math.floor((to - from) / stepMinutes) + 1 }, (_, step) => from + step * stepMinutes),
		),
	)
	const hours = [...starts].sort((one, other) => one - other).map(clock)
	const current = santiagoMinute(now)
	return Array.from({ length: daysAhead }, (_, ahead) => [ahead, daysLater(current.slice(0, 10), ahead)] as const)
		.flatMap(([ahead, day]) => hours.map((hour) => [`${day}T${hour}`, `${dayName(day, ahead)} ${hour}`] as const))
		.filter(([minute]) => minute > current && isOpenAt(horario, minute))
		.slice(0, mostOffered)
}
