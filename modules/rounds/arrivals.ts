/** Whole seconds of driving between every two places; the shop is place 0. */
export type Seconds = readonly (readonly number[])[]

/** Fixed stops: each with its index in the order, from 0. */
export type LockedStops = ReadonlyMap<number, number>

/** The start and time of a drive, and the places still to visit, in order. */
export interface Drive {
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
