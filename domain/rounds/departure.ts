import { shopZone } from '#domain/shop-zone.ts'

/** How many days ahead a round may be planned. */
const mostDaysAhead = 14
/** What whoever chose another departure reads. */
export const departureProblem = `Elige una salida desde ahora y hasta ${mostDaysAhead} días más.`
const dayMs = 86_400_000
const quarterMs = 15 * 60_000
/** Whoever looks for the button for a while still plans what was offered. */
const graceMs = quarterMs

/** When a round leaves unless staff say otherwise: at a full quarter of an hour, a quarter from now at least. */
export const nextDeparture = (now: Date): Date =>
	new Date(Math.ceil((now.getTime() + quarterMs) / quarterMs) * quarterMs)

/** Whether a round can be planned to leave then: from now on, and within two weeks. */
export function canLeaveAt(leaves: Date, now: Date): boolean {
	const ahead = leaves.getTime() - now.getTime()
	return ahead >= -graceMs && ahead <= mostDaysAhead * dayMs
}

const wallClock = new Intl.DateTimeFormat('sv-SE', {
	timeZone: shopZone,
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
})

/** A moment as clocks in Santiago show it: `2026-11-25T15:30`. */
export const santiagoMinute = (moment: Date): string => wallClock.format(moment).replace(' ', 'T')

/**
 * The moment at which clocks in Santiago show a minute (`2026-11-25T15:30`), the first one where they show it twice; undefined for what
 * is none, or what they leap over.
 */
export function momentInSantiago(minute: string): Date | undefined {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(minute)) return undefined
	const asUtc = Date.parse(`${minute}:00Z`)
	// Santiago is three hours behind UTC in summer and four in winter.
	const moments = [3, 4].map((hours) => new Date(asUtc + hours * 3_600_000))
	return moments.find((moment) => !Number.isNaN(moment.getTime()) && santiagoMinute(moment) === minute)
}
