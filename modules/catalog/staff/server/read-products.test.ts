import { expect, it } from 'vitest'
import { paceWindowDays, reorderDay, stockOutlookOf } from '#modules/catalog/staff/server/read-products.ts'

it('computes how long a stock lasts at the rate of the last four weeks', () => {
	expect(stockOutlookOf(20, 28, 28)).toEqual({ por_dia: 1, dias_restantes: 20 })
	expect(stockOutlookOf(5, 3, 28)).toEqual({ por_dia: 0.11, dias_restantes: 46 })
	expect(stockOutlookOf(0, 3, 28)).toEqual({ por_dia: 0.11, dias_restantes: 0 })
})

it('returns null without sales, or with more returns than sales', () => {
	expect(stockOutlookOf(20, 0, 28)).toEqual({ por_dia: 0, dias_restantes: null })
	expect(stockOutlookOf(20, -2, 28)).toEqual({ por_dia: 0, dias_restantes: null })
})

it('measures a new product over a week at least', () => {
	expect([0, 0.2, 7, 7.1, 28, 400].map(paceWindowDays)).toEqual([7, 7, 7, 8, 28, 28])
})

it('returns the reorder day such that units arrive before the last one is sold', () => {
	const day = (dias_restantes: number | null, leadDays: number | null = 30) =>
		reorderDay('2026-12-20', { dias_restantes }, leadDays)
	expect(day(45)).toBe('2027-01-04')
	expect([day(31), day(30), day(3), day(0)]).toEqual(['2026-12-21', '2026-12-20', '2026-12-20', '2026-12-20'])
	expect([day(null), day(280_000_000), day(0, null), day(45, null)]).toEqual([null, null, null, null])
})
