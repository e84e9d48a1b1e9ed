import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
	becameLate,
	cameLate,
	expectedArrivals,
	insertStop,
	isEarly,
	isLate,
	isWorthAnnouncing,
	type LockedStops,
	orderStops,
	roundSeconds,
	type Seconds,
	straightDrive,
	windowAround,
} from '#modules/rounds/route.ts'

describe('arrivals', () => {
	const at = (time: string) => new Date(`2026-11-24T${time}:00-03:00`)
	const seconds = [
		[0, 600, 1_200],
		[660, 0, 300],
		[1_260, 360, 0],
	]

	test('adds driving and the time at the previous doors to each arrival', () => {
		const drive = { seconds, from: 0, leavesAt: at('15:00'), minutesPerStop: 5 }
		expect(expectedArrivals({ ...drive, route: [1, 2] })).toEqual([at('15:10'), at('15:20')])
		expect(expectedArrivals({ ...drive, route: [2, 1] })).toEqual([at('15:20'), at('15:31')])
		expect(expectedArrivals({ ...drive, from: 1, route: [2] })).toEqual([at('15:05')])
		expect(expectedArrivals({ ...drive, route: [] })).toEqual([])
	})

	test('returns the hour around the arrival as the window', () => {
		expect(windowAround(at('15:50'), at('15:00'))).toEqual({ desde: at('15:20'), hasta: at('16:20') })
		expect(windowAround(at('15:54'), at('15:00'))).toEqual({ desde: at('15:20'), hasta: at('16:20') })
		expect(windowAround(at('15:56'), at('15:00'))).toEqual({ desde: at('15:30'), hasta: at('16:30') })
		expect(windowAround(at('15:10'), at('15:05'))).toEqual({ desde: at('15:00'), hasta: at('16:00') })
		expect(windowAround(at('15:10'), at('17:05'))).toEqual({ desde: at('17:00'), hasta: at('18:00') })
	})

	test('contains the arrival, lasts an hour, and never starts in the past', () => {
		const moment = fc.integer({ min: 0, max: 86_400_000 }).map((ms) => new Date(at('00:00').getTime() + ms))
		fc.assert(
			fc.property(moment, moment, (arrival, now) => {
				const { desde, hasta } = windowAround(arrival, now)
				const expected = Math.max(arrival.getTime(), now.getTime())
				expect(hasta.getTime() - desde.getTime()).toBe(3_600_000)
				expect(desde.getTime()).toBeLessThanOrEqual(expected)
				expect(desde.getTime()).toBeGreaterThan(now.getTime() - 600_000)
				expect(hasta.getTime()).toBeGreaterThan(expected)
				expect(desde.getTime() % 600_000).toBe(0)
			}),
		)
	})

	test('announces a change of half an hour or more, and no smaller one', () => {
		expect(isWorthAnnouncing(at('15:00'), at('15:29'))).toBe(false)
		expect(isWorthAnnouncing(at('15:00'), at('15:30'))).toBe(true)
		expect(isWorthAnnouncing(at('15:00'), at('14:30'))).toBe(true)
		expect(isLate(at('15:00'), at('15:30'))).toBe(false)
		expect(isLate(at('15:00'), at('15:31'))).toBe(true)
	})

	test('is early before the start of the announced hour', () => {
		const early = (announced: string, cameAt: string) =>
			isEarly(at(announced), { leftAt: at('13:00'), cameAt: at(cameAt) })
		expect(early('15:00', '14:29')).toBe(true)
		expect(early('15:00', '14:30')).toBe(false)
		// The hour begins on whole tens of minutes, and never before the departure.
		expect(early('15:04', '14:29')).toBe(true)
		expect(early('15:04', '14:30')).toBe(false)
		expect(early('13:10', '13:00')).toBe(false)
	})
})

describe('a late stop', () => {
	const at = (hour: string, day = '2026-11-24') => new Date(`${day}T${hour}:00-03:00`)
	const stop = { arrival: at('15:00'), promised: '2026-11-24', leftAt: at('14:00') }

	it('is on time until the end of the announced hour', () => {
		expect(becameLate(stop, at('15:30'))).toBe(false)
		expect(becameLate(stop, at('15:31'))).toBe(true)
	})

	it('is late when the promised day ends on the way, however late it is expected', () => {
		const night = { ...stop, arrival: at('00:30', '2026-11-25'), leftAt: at('23:30') }
		expect(becameLate(night, at('23:59'))).toBe(false)
		expect(becameLate(night, at('00:01', '2026-11-25'))).toBe(true)
	})

	it('does not report an order that was late before the departure, or one without a promise', () => {
		expect(becameLate({ ...stop, promised: '2026-11-20' }, at('14:30'))).toBe(false)
		expect(becameLate({ ...stop, promised: undefined }, at('14:30'))).toBe(false)
	})

	it('is late after the announced hour, or on the day after the promised one', () => {
		expect(cameLate(stop, at('15:30'))).toBe(false)
		expect(cameLate(stop, at('15:31'))).toBe(true)
		expect(cameLate({ ...stop, promised: '2026-11-23' }, at('15:00'))).toBe(true)
		expect(cameLate({ ...stop, promised: undefined }, at('15:00'))).toBe(false)
	})
})

describe('the order of stops', () => {
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
			expect(roundSeconds(orderStops(seconds, { locked }), seconds)).toBeLessThanOrEqual(
				shortest(seconds, locked) * 1.01,
			)
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
})
