import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
	dayIn,
	daysLater,
	firstDayOf,
	firstOfDays,
	isFreshIdentity,
	secondsAfter,
	waitText,
} from '#core/rules/times.ts'

describe('calendar days', () => {
	test('returns the day of Santiago, in winter as in summer', () => {
		expect(dayIn(new Date('2026-07-01T03:59:59Z'))).toBe('2026-06-30')
		expect(dayIn(new Date('2026-07-01T04:00:00Z'))).toBe('2026-07-01')
		expect(dayIn(new Date('2026-12-01T02:59:59Z'))).toBe('2026-11-30')
		expect(dayIn(new Date('2026-12-01T03:00:00Z'))).toBe('2026-12-01')
	})

	test('returns the first of several days up to a day, across months', () => {
		expect(firstOfDays(1, '2026-11-23')).toBe('2026-11-23')
		expect(firstOfDays(7, '2026-11-23')).toBe('2026-11-17')
		expect(firstOfDays(30, '2026-03-01')).toBe('2026-01-31')
	})

	test('adds and subtracts calendar days', () => {
		expect([daysLater('2026-12-20', 15), daysLater('2026-12-20', 0), daysLater('2027-01-01', -1)]).toEqual([
			'2027-01-04',
			'2026-12-20',
			'2026-12-31',
		])
	})

	test('starts a day earlier for one day more', () => {
		const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 400 }), day, (days, moment) => {
				const last = moment.toISOString().slice(0, 10)
				const before = firstOfDays(2, firstOfDays(days, last))
				expect(firstOfDays(days + 1, last)).toBe(before)
			}),
		)
	})

	test.each([
		['2026-11-25', 'dia', '2026-11-25'],
		['2026-11-25', 'semana', '2026-11-23'],
		['2026-11-23', 'semana', '2026-11-23'],
		['2026-11-29', 'semana', '2026-11-23'],
		['2026-11-01', 'semana', '2026-10-26'],
		['2026-11-25', 'mes', '2026-11-01'],
	] as const)('finds for %s the %s that begins on %s', (moment, span, first) => {
		expect(firstDayOf(moment, span)).toBe(first)
	})
})

describe('wait text', () => {
	test('writes a wait in whole seconds or minutes, never shorter than it is', () => {
		expect(waitText(0.4)).toBe('un segundo')
		expect(waitText(1)).toBe('un segundo')
		expect(waitText(1.1)).toBe('2 segundos')
		expect(waitText(29.2)).toBe('30 segundos')
		expect(waitText(60)).toBe('un minuto')
		expect(waitText(61)).toBe('2 minutos')
		expect(waitText(14 * 60)).toBe('14 minutos')
	})
})

describe('fresh identity', () => {
	it('accepts a proof of identity for ten minutes', () => {
		const proved = new Date('2026-11-22T12:00:00Z')
		expect(isFreshIdentity(proved, proved)).toBe(true)
		expect(isFreshIdentity(proved, secondsAfter(proved, 599))).toBe(true)
		expect(isFreshIdentity(proved, secondsAfter(proved, 600))).toBe(false)
	})
})
