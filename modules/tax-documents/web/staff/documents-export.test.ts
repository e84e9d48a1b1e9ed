import { describe, expect, it } from 'vitest'
import { monthText } from '#core/web/ui/format-date.ts'
import { lastMonths } from '#modules/tax-documents/web/staff/documents-export.tsx'

describe('lastMonths', () => {
	it('starts with the current month in Santiago and continues into earlier years', () => {
		expect(lastMonths(3, new Date('2026-02-01T02:00:00Z'))).toEqual(['2026-01', '2025-12', '2025-11'])
		expect(lastMonths(2, new Date('2026-03-31T15:00:00Z'))).toEqual(['2026-03', '2026-02'])
	})

	it('names a month independently of the browser’s time zone', () => {
		expect(monthText('2026-03')).toBe('marzo de 2026')
	})
})
