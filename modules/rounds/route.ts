import { dayIn } from '#core/rules/times.ts'

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

/** Seconds of a round from the shop (place 0) over the stops in their order and back. */
export function roundSeconds(order: readonly number[], seconds: Seconds): number {
	let total = 0
	let place = 0
	for (const next of order) {
		total += seconds[place]?.[next] ?? 0
		place = next
	}
	return total + (seconds[place]?.[0] ?? 0)
}

/** The nearest-neighbour order, the fixed stops at their index. */
function nearestFirst(seconds: Seconds, locked: LockedStops): number[] {
	const lockedAt = new Map([...locked].map(([stop, at]) => [at, stop]))
	const free = new Set<number>([...seconds.keys()].filter((stop) => stop > 0 && !locked.has(stop)))
	const order: number[] = []
	let place = 0
	while (order.length < seconds.length - 1) {
		const to = seconds[place] ?? []
		const next =
			lockedAt.get(order.length) ?? [...free].reduce((best, stop) => ((to[stop] ?? 0) < (to[best] ?? 0) ? stop : best))
		free.delete(next)
		order.push(next)
		place = next
	}
	return order
}

type Move = (order: readonly number[]) => number[]

/** Every neighbour of an order of `length` stops: a reversed segment (2-opt), or a moved one (Or-opt). */
function* moves(length: number): Generator<Move> {
	for (let from = 0; from < length - 1; from++)
		for (let to = from + 1; to < length; to++)
			yield (order) => [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)]
	for (let size = 1; size <= 3; size++)
		for (let from = 0; from + size <= length; from++)
			for (let to = 0; to + size <= length; to++) {
				if (to === from) continue
				for (const turned of size === 1 ? [false] : [false, true])
					yield (order) => {
						const stretch = order.slice(from, from + size)
						const rest = [...order.slice(0, from), ...order.slice(from + size)]
						return [...rest.slice(0, to), ...(turned ? stretch.reverse() : stretch), ...rest.slice(to)]
					}
			}
}

const keepsLocked = (order: readonly number[], locked: LockedStops) =>
	[...locked].every(([stop, at]) => order[at] === stop)

/** Applies improving moves until there is none. */
function improve(start: readonly number[], seconds: Seconds, locked: LockedStops, clock: { left: number }): number[] {
	let best = [...start]
	let shortest = roundSeconds(best, seconds)
	for (let isBetter = true; isBetter && clock.left > 0; ) {
		isBetter = false
		for (const move of moves(best.length)) {
			if (clock.left-- <= 0) break
			const order = move(best)
			const length = roundSeconds(order, seconds)
			if (length >= shortest || !keepsLocked(order, locked)) continue
			best = order
			shortest = length
			isBetter = true
		}
	}
	return best
}

/** Deterministic pseudo-random numbers from 0 up to 1. */
function* seeded(): Generator<number, never> {
	let state = 0x9e3779b9
	while (true) {
		state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0
		yield ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
	}
}

/** A double bridge, which no single move undoes; the fixed stops return to their index. */
function shake(order: readonly number[], random: Iterator<number, never>, locked: LockedStops): number[] {
	const free = order.filter((stop) => !locked.has(stop))
	const [a = 0, b = 0, c = 0] = [0, 0, 0]
		.map(() => Math.floor(random.next().value * (free.length + 1)))
		.toSorted((one, other) => one - other)
	const shaken = [...free.slice(0, a), ...free.slice(b, c), ...free.slice(a, b), ...free.slice(c)]
	return order.map((stop) => (locked.has(stop) ? stop : (shaken.shift() ?? stop)))
}

const restarts = 40
/** Maximum of tried orders, for any number of stops: well under a second. */
const mostTries = 400_000

/**
 * The stops (places 1 and up) in a nearly optimal order: nearest first, then improved by 2-opt and moves, and again
 * from perturbed orders. Deterministic.
 */
export function orderStops(seconds: Seconds, { locked = new Map() }: { locked?: LockedStops } = {}): number[] {
	const clock = { left: mostTries }
	const random = seeded()
	let best = improve(nearestFirst(seconds, locked), seconds, locked, clock)
	for (let again = 0; again < restarts && clock.left > 0; again++) {
		const order = improve(shake(best, random, locked), seconds, locked, clock)
		if (roundSeconds(order, seconds) < roundSeconds(best, seconds)) best = order
	}
	return best
}

/** Inserts a late stop at the cheapest place, the last of equals, without reordering the others. */
export function insertStop(order: readonly number[], stop: number, seconds: Seconds): number[] {
	const orders = [...order, stop].map((_, at) => order.toSpliced(at, 0, stop))
	return orders.reduce((best, one) => (roundSeconds(one, seconds) <= roundSeconds(best, seconds) ? one : best))
}
