import { describe, expect, it } from 'vitest'
import { dayTexts, lastDays, periodBefore, periodName, periodsAt } from '#modules/numbers/web/numbers-section.tsx'

describe('lastDays', () => {
	it('ends on today’s date in Santiago, not in UTC', () => {
		expect(lastDays(7, new Date('2026-11-20T01:30:00Z'))).toEqual({ desde: '2026-11-13', hasta: '2026-11-19' })
	})

	it('counts calendar days across a change to summer time', () => {
		expect(lastDays(30, new Date('2026-09-20T15:00:00Z'))).toEqual({ desde: '2026-08-22', hasta: '2026-09-20' })
	})
})

describe('the periods of one press', () => {
	// A Friday in Santiago.
	const periods = Object.fromEntries(periodsAt(new Date('2026-11-28T01:00:00Z')))

	it.each([
		['Hoy', '2026-11-27', '2026-11-27'],
		['Ayer', '2026-11-26', '2026-11-26'],
		['Esta semana', '2026-11-23', '2026-11-27'],
		['Este mes', '2026-11-01', '2026-11-27'],
	])('%s', (name, desde, hasta) => {
		expect(periods[name]).toEqual({ desde, hasta })
	})

	it('compares with as many days just before, across the end of a month', () => {
		expect(periodBefore({ desde: '2026-03-01', hasta: '2026-03-07' })).toEqual({
			desde: '2026-02-22',
			hasta: '2026-02-28',
		})
		expect(periodBefore({ desde: '2026-11-27', hasta: '2026-11-27' })).toEqual({
			desde: '2026-11-26',
			hasta: '2026-11-26',
		})
	})
})

describe('the name of a period', () => {
	// The 30th: 'Este mes' and '30 días' have the same days.
	const periods = periodsAt(new Date('2026-11-30T15:00:00Z'))
	const days = { desde: '2026-11-01', hasta: '2026-11-30' }

	it.each(['Este mes', '30 días'])('is the pressed one of two with the same days: %s', (pressed) => {
		expect(periodName(periods, days, pressed)).toBe(pressed)
	})

	it('is the one that has the days, whichever was pressed before', () => {
		expect(periodName(periods, { desde: '2026-11-29', hasta: '2026-11-29' }, '30 días')).toBe('Ayer')
		expect(periodName(periods, { desde: '2026-11-03', hasta: '2026-11-29' }, '30 días')).toBe('')
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
