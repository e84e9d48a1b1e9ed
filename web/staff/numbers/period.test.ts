import { describe, expect, it } from 'vitest'
import { dayTexts, lastDays, lastMonths, monthText } from '#web/staff/numbers/period.ts'

describe('lastDays', () => {
	it('ends on the day that it is in Santiago, not in Greenwich', () => {
		expect(lastDays(7, new Date('2026-11-20T01:30:00Z'))).toEqual({ desde: '2026-11-13', hasta: '2026-11-19' })
	})

	it('counts days of the calendar over a change of the clocks', () => {
		expect(lastDays(30, new Date('2026-09-20T15:00:00Z'))).toEqual({ desde: '2026-08-22', hasta: '2026-09-20' })
	})
})

describe('lastMonths', () => {
	it('begins with the month that it is in Santiago and goes back over the years', () => {
		expect(lastMonths(3, new Date('2026-02-01T02:00:00Z'))).toEqual(['2026-01', '2025-12', '2025-11'])
		expect(lastMonths(2, new Date('2026-03-31T15:00:00Z'))).toEqual(['2026-03', '2026-02'])
	})

	it('are named by themselves, wherever the browser is', () => {
		expect(monthText('2026-03')).toBe('marzo de 2026')
	})
})

describe('dayTexts', () => {
	it('names the day itself, wherever the browser is', () => {
		expect(dayTexts(['2026-11-01'])[0]).toMatch(/^0?1[ -]nov\.?$/)
	})

	it('tells the same day of two years apart', () => {
		const [first, last] = dayTexts(['2025-11-20', '2026-11-20'])
		expect(first).toMatch(/2025$/)
		expect(last).toMatch(/2026$/)
	})
})
