import { expect, test } from 'vitest'
import { formatHour } from '#core/web/ui/format-date.ts'
import { durationText, unitsText } from './round-text.ts'

test('times are in Santiago’s time zone, and durations above an hour are in hours and minutes', () => {
	expect(formatHour('2026-11-24T18:20:00.000Z')).toBe('15:20')
	expect(durationText(0)).toBe('0 min')
	expect(durationText(3_570)).toBe('1 h 0 min')
	expect(durationText(5_100)).toBe('1 h 25 min')
	expect(unitsText([{ color: 'Negro', cantidad: 2 }])).toBe('2 Negro')
})
