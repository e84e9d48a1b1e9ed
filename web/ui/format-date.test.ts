import { describe, expect, it } from 'vitest'
import { formatMoment } from '#web/ui/format-date.ts'

describe('a moment as the shop shows it', () => {
	it('is the date and time in Santiago, whatever the clock of the reader', () => {
		expect(formatMoment('2026-11-20T02:30:00.000Z')).toMatch(/^19 nov\.? 2026,? 23:30$/)
	})

	it('is shown as it came when it is no moment', () => {
		expect(formatMoment('ayer')).toBe('ayer')
	})
})
