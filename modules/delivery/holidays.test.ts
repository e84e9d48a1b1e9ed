import { expect, test } from 'vitest'
import { holidaysProblem, readHolidays } from './holidays.ts'

test('reads holidays in the Chilean and in the ISO format', () => {
	expect([...readHolidays('25-12-2026, 1/1/2027;2027-04-02')]).toEqual(['2026-12-25', '2027-01-01', '2027-04-02'])
	expect(holidaysProblem('25-12-2026 1/1/2027')).toBeUndefined()
	expect(readHolidays(null).size).toBe(0)
})

test.each(['mañana', '31-02-2027', '12-25-2026', '25-12-26'])('rejects %s as a day', (text) => {
	expect(holidaysProblem(`25-12-2026 ${text}`)).toBe(`«${text}» no es un día: escríbelo como 25-12-2026.`)
	expect(readHolidays(text).size).toBe(0)
})
