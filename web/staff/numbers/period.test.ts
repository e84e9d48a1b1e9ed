import { describe, expect, it } from 'vitest'
import { dayTexts, lastDays } from '#web/staff/numbers/period.ts'

describe('lastDays', () => {
	it('ends on the day that it is in Santiago, not in Greenwich', () => {
		expect(lastDays(7, new Date('2026-11-20T01:30:00Z'))).toEqual({ desde: '2026-11-13', hasta: '2026-11-19' })
	})

	it('counts days of the calendar over a change of the clocks', () => {
		expect(lastDays(30, new Date('2026-09-20T15:00:00Z'))).toEqual({ desde: '2026-08-22', hasta: '2026-09-20' })
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
