import { describe, expect, it } from 'vitest'
import { formatMoment } from '#core/web/ui/format-date.ts'

describe('formatMoment', () => {
	it('returns date and time in Santiago, in any time zone of the reader', () => {
		expect(formatMoment('2026-11-20T02:30:00.000Z')).toMatch(/^19 nov\.? 2026,? 23:30$/)
	})

	it('returns an invalid moment unchanged', () => {
		expect(formatMoment('ayer')).toBe('ayer')
	})
})
