import { describe, expect, test } from 'vitest'
import { daysLater } from '#core/rules/times.ts'
import { lastStart, promisedDay } from '#modules/delivery/delivery-term.ts'

describe('the promised day', () => {
	const friday = new Date('2026-11-20T23:30:00-03:00')

	test.each([
		['3 días hábiles', '2026-11-25'],
		['1 día', '2026-11-21'],
		['1 dia habil', '2026-11-23'],
		['48 horas', '2026-11-22'],
		['36 horas hábiles', '2026-11-24'],
		['una semana', '2026-11-27'],
		['entre 2 y 5 días', '2026-11-25'],
	])('returns for "%s" from a Friday evening the day %s', (plazo, day) => {
		expect(promisedDay(plazo, friday)).toBe(day)
	})

	test.each([null, '', 'lo antes posible', 'a convenir'])('returns no day for %j', (plazo) => {
		expect(promisedDay(plazo, friday)).toBeUndefined()
	})

	test('skips holidays for working days only', () => {
		const holidays = new Set(['2026-11-23', '2026-11-25'])
		expect(promisedDay('3 días hábiles', friday, holidays)).toBe('2026-11-27')
		expect(promisedDay('3 días', friday, holidays)).toBe('2026-11-23')
	})

	test.each(['3 días hábiles', '1 día', '0 días', '36 horas hábiles', 'una semana'])(
		'of "%s" ends by a day exactly for the orders until its last start',
		(plazo) => {
			const holidays = new Set(['2026-11-23', '2026-11-25'])
			const noon = (day: string) => new Date(`${day}T12:00:00-03:00`)
			for (let on = '2026-11-18'; on < '2026-12-02'; on = daysLater(on, 1)) {
				const start = lastStart(plazo, on, holidays) ?? ''
				expect(promisedDay(plazo, noon(start), holidays)?.localeCompare(on)).toBeLessThanOrEqual(0)
				expect(promisedDay(plazo, noon(daysLater(start, 1)), holidays)?.localeCompare(on)).toBe(1)
			}
		},
	)

	test('has no last start without a term', () => expect(lastStart('a convenir', '2026-11-20')).toBeUndefined())
})
