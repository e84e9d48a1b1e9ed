import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedArrivals, isEarly, isLate, isWorthAnnouncing, windowAround } from './arrivals.ts'

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
