/** Whole seconds of driving between every two places; the shop is place 0. */
export type Seconds = readonly (readonly number[])[]

/** Stops that keep their place: each with its place in the order, from 0. */
export type LockedStops = ReadonlyMap<number, number>

/** From where and when the car drives on, and which places it still visits, in order. */
export interface Drive {
	readonly seconds: Seconds
	readonly from: number
	readonly leavesAt: Date
	readonly route: readonly number[]
	readonly minutesPerStop: number
}

/** When the car is expected at each place of its route. Every stop takes `minutesPerStop`. */
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

/** A span of time in which somebody is told to expect the car. */
export interface ArrivalWindow {
	readonly desde: Date
	readonly hasta: Date
}

/** So long before and after an expected arrival customers wait; later is late. */
export const halfWindowMs = 30 * 60_000
const roundingMs = 10 * 60_000

/** The hour around an arrival that a customer is told, on whole tens of minutes and never begun before now. */
export function windowAround(arrival: Date, now: Date): ArrivalWindow {
	const expected = Math.max(arrival.getTime(), now.getTime())
	const around = Math.round((expected - halfWindowMs) / roundingMs) * roundingMs
	const desde = Math.max(around, Math.floor(now.getTime() / roundingMs) * roundingMs)
	return { desde: new Date(desde), hasta: new Date(desde + 2 * halfWindowMs) }
}

/** Whether a customer who was told of one arrival has to be told of another: half an hour apart or more. */
export function isWorthTelling(told: Date, arrival: Date): boolean {
	return Math.abs(told.getTime() - arrival.getTime()) >= halfWindowMs
}

/** Whether a car that left at `leftAt` came to a door before the hour that its customer was told. */
export function isEarly(told: Date, { leftAt, cameAt }: { readonly leftAt: Date; readonly cameAt: Date }): boolean {
	return cameAt < windowAround(told, leftAt).desde
}

/** Whether a stop is later than its customer was told. */
export function isLate(arrival: Date, now: Date): boolean {
	return now.getTime() > arrival.getTime() + halfWindowMs
}
