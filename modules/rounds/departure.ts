import { maxDepartureDays } from '#core/rules/failure-texts.ts'
import { shopZone } from '#core/rules/shop-zone.ts'

const dayMs = 86_400_000
const quarterMs = 15 * 60_000
/** Planning may take a while after a departure was offered. */
const graceMs = quarterMs

/** The default departure of a round: a full quarter of an hour, at least a quarter from now. */
export const nextDeparture = (now: Date): Date =>
	new Date(Math.ceil((now.getTime() + quarterMs) / quarterMs) * quarterMs)

/** Whether a round can be planned for this departure: from now on, and within two weeks. */
export function canLeaveAt(leaves: Date, now: Date): boolean {
	const ahead = leaves.getTime() - now.getTime()
	return ahead >= -graceMs && ahead <= maxDepartureDays * dayMs
}

const wallClock = new Intl.DateTimeFormat('sv-SE', {
	timeZone: shopZone,
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
})

/** A time on the clocks of Santiago: `2026-11-25T15:30`. */
export const santiagoMinute = (moment: Date): string => wallClock.format(moment).replace(' ', 'T')

/**
 * The time of a minute on the clocks of Santiago (`2026-11-25T15:30`), the first of two; undefined for an invalid or
 * skipped one.
 */
export function momentInSantiago(minute: string): Date | undefined {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(minute)) return undefined
	const asUtc = Date.parse(`${minute}:00Z`)
	// Santiago is three hours behind UTC in summer and four in winter.
	const moments = [3, 4].map((hours) => new Date(asUtc + hours * 3_600_000))
	return moments.find((moment) => !Number.isNaN(moment.getTime()) && santiagoMinute(moment) === minute)
}

/** Maximum of stops per round: a day's work for one car. */
export const maxStops = 60
