import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LockedStops, type Seconds, straightDrive } from './arrivals.ts'
import { insertStop, orderStops, roundSeconds } from './order-stops.ts'

/** Seconds of the optimal round, found by trying every order. */
function shortest(seconds: Seconds, locked: LockedStops, order: readonly number[] = []): number {
	if (order.length === seconds.length - 1) return roundSeconds(order, seconds)
	const rest = Array.from({ length: seconds.length - 1 }, (_, at) => at + 1).filter((stop) => !order.includes(stop))
	const fitting = rest.filter((stop) => (locked.get(stop) ?? order.length) === order.length)
	return Math.min(...fitting.map((stop) => shortest(seconds, locked, [...order, stop])))
}

/** The shop and doors around it, with one-way streets: the matrix is asymmetric. */
const cities = (min: number, max: number) =>
	fc
		.tuple(
			fc.array(fc.record({ lat: fc.integer({ min: 0, max: 1_500 }), lng: fc.integer({ min: 0, max: 1_500 }) }), {
				minLength: min + 1,
				maxLength: max + 1,
			}),
			fc.infiniteStream(fc.integer({ min: 80, max: 140 })),
		)
		.map(([points, noise]): number[][] => {
			const places = points.map(({ lat, lng }) => ({ lat: -33.5 + lat / 10_000, lng: -70.7 + lng / 10_000 }))
			return places.map((from) =>
				places.map((to) => Math.round((straightDrive(from, to).seconds * (noise.next().value ?? 100)) / 100)),
			)
		})

const inOrder = (order: readonly number[]) => order.toSorted((one, other) => one - other)

/** Cities in which some stops are fixed, each at its own index. */
const lockedCities = (min: number, max: number) =>
	cities(min, max).chain((seconds) => {
		const stops = Array.from({ length: seconds.length - 1 }, (_, at) => at + 1)
		return fc
			.tuple(fc.subarray(stops), fc.shuffledSubarray(stops, { minLength: stops.length }))
			.map(([chosen, places]) => ({
				seconds,
				locked: new Map(chosen.map((stop, at) => [stop, (places[at] ?? 1) - 1])),
			}))
	})

test('is within 1 % of the optimum for six stops, fixed or not', () => {
	// The same cities each time: no bound is valid for every city.
	for (const { seconds, locked } of fc.sample(lockedCities(6, 6), { numRuns: 60, seed: 6 }))
		expect(roundSeconds(orderStops(seconds, { locked }), seconds)).toBeLessThanOrEqual(shortest(seconds, locked) * 1.01)
})

test('visits each stop once, fixed ones at their index', () => {
	fc.assert(
		fc.property(lockedCities(2, 16), ({ seconds, locked }) => {
			const order = orderStops(seconds, { locked })
			expect(inOrder(order)).toEqual(Array.from({ length: seconds.length - 1 }, (_, at) => at + 1))
			for (const [stop, at] of locked) expect(order[at]).toBe(stop)
		}),
		{ numRuns: 60 },
	)
})

test('is deterministic, and empty without stops', () => {
	const [seconds = []] = fc.sample(cities(30, 30), { numRuns: 1, seed: 7 })
	expect(orderStops(seconds)).toEqual(orderStops(seconds))
	expect(orderStops([[0]])).toEqual([])
	expect(
		orderStops([
			[0, 5],
			[5, 0],
		]),
	).toEqual([1])
})

test('inserts a late stop at the cheapest place without reordering the others', () => {
	fc.assert(
		fc.property(cities(3, 9), (seconds) => {
			const late = seconds.length - 1
			const before = orderStops(seconds.slice(0, -1).map((row) => row.slice(0, -1)))
			const after = insertStop(before, late, seconds)
			expect(after.filter((stop) => stop !== late)).toEqual(before)
			for (let at = 0; at <= before.length; at++)
				expect(roundSeconds(after, seconds)).toBeLessThanOrEqual(roundSeconds(before.toSpliced(at, 0, late), seconds))
		}),
		{ numRuns: 60 },
	)
})
