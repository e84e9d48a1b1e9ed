import { describe, expect, it } from 'vitest'
import { chileanHolidays, holidaysProblem, holidaysWith, readHolidays } from '#modules/delivery/holidays.ts'

describe('readHolidays', () => {
	it('reads days in three formats and separators', () => {
		expect([...readHolidays('25-12-2026, 1/1/2027;2027-04-02')]).toEqual(['2026-12-25', '2027-01-01', '2027-04-02'])
		expect(holidaysProblem('25-12-2026 1/1/2027')).toBeUndefined()
		expect(readHolidays(null).size).toBe(0)
	})

	it.each(['mañana', '31-02-2027', '12-25-2026', '25-12-26'])('rejects %s as a day', (text) => {
		expect(holidaysProblem(`25-12-2026 ${text}`)).toBe(`«${text}» no es un día: escríbelo como 25-12-2026.`)
		expect(readHolidays(text).size).toBe(0)
	})
})

describe('holidaysWith', () => {
	it('adds and removes days in order, and leaves what it cannot read', () => {
		expect(holidaysWith('', ['2027-01-01', '2026-12-25'])).toBe('25-12-2026, 01-01-2027')
		expect(holidaysWith('1/1/2027 mañana 25-12-2026', ['2026-12-25'], ['2027-01-01'])).toBe('25-12-2026, mañana')
	})
})

describe('chileanHolidays', () => {
	const daysOf = (year: number) =>
		chileanHolidays(year)
			.map(({ day }) => day.slice(5))
			.join(' ')

	// As published by the government for each year, without elections.
	it.each([
		[2023, '01-01 01-02 04-07 04-08 05-01 05-21 06-21 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25'],
		[2024, '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25'],
		[2025, '01-01 04-18 04-19 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25'],
		[2026, '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25'],
		[2027, '01-01 03-26 03-27 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25'],
	])('lists those of %i', (year, days) => {
		expect(daysOf(year)).toBe(days)
	})

	it('moves a Friday to the next Monday, and a Wednesday of October to the Friday after', () => {
		expect(daysOf(2029)).toContain('07-02 ')
		expect(daysOf(2029)).toContain('10-15')
		expect(daysOf(2029)).toContain('11-01 11-02')
	})
})
