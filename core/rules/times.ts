/** The time zone of the shop's days and hours. */
export const shopZone = 'America/Santiago'

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

const minute = 60

/** A wait for display, from seconds: `30 segundos`, `un minuto`, `14 minutos`. Never less than it is. */
export function waitText(seconds: number): string {
	if (seconds < minute) return seconds <= 1 ? 'un segundo' : `${Math.ceil(seconds)} segundos`
	const minutes = Math.ceil(seconds / minute)
	return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}

/** How long a change by staff, or a press at a stop, can be undone, in seconds. */
export const undoSeconds = 60
/** The extra time for a slow connection. */
export const undoGraceSeconds = 30
/** When a change is final, also for a slightly slow clock: then customers are mailed and documents emitted. */
export const settledSeconds = undoSeconds + undoGraceSeconds + 5

/** Lifetimes of everything that opens an account. */
export const accessSeconds = 15 * 60
/** Restarted at each refresh: a session ends when unused for this long. */
export const refreshSeconds = 30 * 24 * 60 * 60
/** Counted from the login: then even a session in daily use ends. */
export const sessionSeconds = 90 * 24 * 60 * 60
/** For how long an exchanged refresh token returns the same new pair once more, for a browser that lost the answer. */
export const lostAnswerSeconds = 30
/** How long a browser that logged in once is known to its account. */
export const knownDeviceSeconds = 365 * 24 * 60 * 60
export const passwordResetSeconds = 60 * 60
/** The link mailed to new staff, who may be on holiday. */
export const rightsLinkSeconds = 7 * 24 * 60 * 60
/** How long a proof of identity is fresh. */
export const freshIdentitySeconds = 10 * 60
/** From the first factor of a login to its second. */
export const secondFactorSeconds = 5 * 60
/** From the rendering of Google's button to the sign-in. */
export const googleNonceSeconds = 60 * 60

export function secondsAfter(moment: Date, seconds: number): Date {
	return new Date(moment.getTime() + seconds * 1000)
}

/** Whether a proof of identity given at `provedAt` is still fresh. */
export function isFreshIdentity(provedAt: Date, now: Date): boolean {
	return now.getTime() < secondsAfter(provedAt, freshIdentitySeconds).getTime()
}
