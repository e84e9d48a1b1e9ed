import { dayIn, daysLater } from '#core/rules/calendar-days.ts'

/** Whole seconds of driving between every two places; the shop is place 0. */
export type Seconds = readonly (readonly number[])[]

/** Fixed stops: each with its index in the order, from 0. */
export type LockedStops = ReadonlyMap<number, number>

/** The start and time of a drive, and the places still to visit, in order. */
interface Drive {
	readonly seconds: Seconds
	readonly from: number
	readonly leavesAt: Date
	readonly route: readonly number[]
	readonly minutesPerStop: number
}

/** The expected arrivals at the places of a route. Every stop takes `minutesPerStop`. */
export function expectedArrivals({ seconds, from, leavesAt, route, minutesPerStop }: Drive): Date[] {
	let place = from
	let at = leavesAt.getTime()
	return route.map((next) => {
		at += (seconds[place]?.[next] ?? 0) * 1_000
		const arrival = new Date(at)
		at += minutesPerStop * 60_000
		place = next
		return arrival
	})
}

/** The announced window of an arrival. */
export interface ArrivalWindow {
	readonly desde: Date
	readonly hasta: Date
}

/** Half the length of the window around an expected arrival; later is late. Milliseconds. */
export const halfWindowMs = 30 * 60_000
const roundingMs = 10 * 60_000

/** The announced hour around an arrival, on whole tens of minutes and never before now. */
export function windowAround(arrival: Date, now: Date): ArrivalWindow {
	const expected = Math.max(arrival.getTime(), now.getTime())
	const around = Math.round((expected - halfWindowMs) / roundingMs) * roundingMs
	const desde = Math.max(around, Math.floor(now.getTime() / roundingMs) * roundingMs)
	return { desde: new Date(desde), hasta: new Date(desde + 2 * halfWindowMs) }
}

/** Whether a changed arrival has to be announced: half an hour apart or more. */
export function isWorthAnnouncing(announced: Date, arrival: Date): boolean {
	return Math.abs(announced.getTime() - arrival.getTime()) >= halfWindowMs
}

/** Whether a car that left at `leftAt` arrived before the announced hour. */
export function isEarly(
	announced: Date,
	{ leftAt, cameAt }: { readonly leftAt: Date; readonly cameAt: Date },
): boolean {
	return cameAt < windowAround(announced, leftAt).desde
}

/** Whether a stop is later than announced. */
export function isLate(arrival: Date, now: Date): boolean {
	return now.getTime() > arrival.getTime() + halfWindowMs
}

interface StopOnTheWay {
	/** The announced or expected arrival. */
	readonly arrival: Date
	/** The last promised day, `YYYY-MM-DD` of Santiago; undefined without a promise. */
	readonly promised: string | undefined
	readonly leftAt: Date
}

/** Whether a car arrived later than announced, or after the promised day. */
export function cameLate({ arrival, promised }: Omit<StopOnTheWay, 'leftAt'>, cameAt: Date): boolean {
	return isLate(arrival, cameAt) || (promised !== undefined && promised < dayIn(cameAt))
}

/**
 * Whether a stop became late on the way: after the announced hour, or after a promise that was valid at the departure.
 */
export function becameLate({ arrival, promised, leftAt }: StopOnTheWay, now: Date): boolean {
	if (isLate(arrival, now)) return true
	return promised !== undefined && promised < dayIn(now) && promised >= dayIn(leftAt)
}

interface PromisedOrder {
	readonly plazo_entrega: string | null
	readonly pagada_at: Date | null
	readonly created_at: Date
}

/** The last day of an order's term, counted from its payment, or for cash at the door from its creation. */
export const promisedDayOf = (order: PromisedOrder, holidays: ReadonlySet<string>): string | undefined =>
	promisedDay(order.plazo_entrega, order.pagada_at ?? order.created_at, holidays)

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/**
 * The last day, `YYYY-MM-DD` of Santiago, of the owner's term (`3 días hábiles`, `48 horas`), counted from the day
 * after `since`; undefined for a text without a number of days, hours or weeks. Working days exclude weekends and
 * holidays.
 */
export function promisedDay(
	plazo: string | null,
	since: Date,
	holidays: ReadonlySet<string> = new Set(),
): string | undefined {
	const [, digits, unit = ''] = /(\d{1,3}|un|una)\s+(d[ií]a|hora|semana)/i.exec(plazo ?? '') ?? []
	if (digits === undefined) return undefined
	const count = /^\d/.test(digits) ? Number(digits) : 1
	const days = { d: count, h: Math.ceil(count / 24), s: count * 7 }[unit[0]?.toLowerCase() ?? ''] ?? count
	const isWorking = /h[áa]bil/i.test(plazo ?? '')
	let day = dayIn(since)
	for (let left = days; left > 0; ) {
		day = daysLater(day, 1)
		if (!isWorking || !(isWeekend(day) || holidays.has(day))) left--
	}
	return day
}

interface Position {
	readonly lat: number
	readonly lng: number
}

const earthMeters = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two positions in a straight line. */
function metersBetween(one: Position, other: Position): number {
	const height = Math.sin(radians(other.lat - one.lat) / 2) ** 2
	const width =
		Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(radians(other.lng - one.lng) / 2) ** 2
	return 2 * earthMeters * Math.asin(Math.sqrt(height + width))
}

/** Streets are longer than straight lines, and a car in a city drives 22 km/h and loses time at each start. */
const detour = 1.35
const metersPerSecond = 22_000 / 3_600
const startSeconds = 45

/**
 * Driving between two positions, estimated from the straight line: whole seconds and metres. Good enough to order
 * stops, not to promise.
 */
export function straightDrive(from: Position, to: Position): { seconds: number; meters: number } {
	const meters = Math.round(metersBetween(from, to) * detour)
	return { seconds: meters === 0 ? 0 : Math.round(meters / metersPerSecond) + startSeconds, meters }
}
