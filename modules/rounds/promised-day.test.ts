import { expect, test } from 'vitest'
import { promisedDay } from '#modules/rounds/arrivals.ts'

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
