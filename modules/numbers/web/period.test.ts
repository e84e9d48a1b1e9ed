import { describe, expect, it } from 'vitest'
import { dayTexts, lastDays, lastMonths, monthText } from '#modules/numbers/web/period.ts'

describe('lastDays', () => {
	it('ends on today’s date in Santiago, not in UTC', () => {
		expect(lastDays(7, new Date('2026-11-20T01:30:00Z'))).toEqual({ desde: '2026-11-13', hasta: '2026-11-19' })
	})

	it('counts calendar days across a change to summer time', () => {
		expect(lastDays(30, new Date('2026-09-20T15:00:00Z'))).toEqual({ desde: '2026-08-22', hasta: '2026-09-20' })
	})
})

describe('lastMonths', () => {
	it('starts with the current month in Santiago and continues into earlier years', () => {
		expect(lastMonths(3, new Date('2026-02-01T02:00:00Z'))).toEqual(['2026-01', '2025-12', '2025-11'])
		expect(lastMonths(2, new Date('2026-03-31T15:00:00Z'))).toEqual(['2026-03', '2026-02'])
	})

	it('names a month independently of the browser’s time zone', () => {
		expect(monthText('2026-03')).toBe('marzo de 2026')
	})
})

describe('dayTexts', () => {
	it('names a day independently of the browser’s time zone', () => {
		expect(dayTexts(['2026-11-01'])[0]).toMatch(/^0?1[ -]nov\.?$/)
	})

	it('adds the year when the same day occurs in two years', () => {
		const [first, last] = dayTexts(['2025-11-20', '2026-11-20'])
		expect(first).toMatch(/2025$/)
		expect(last).toMatch(/2026$/)
	})
})
