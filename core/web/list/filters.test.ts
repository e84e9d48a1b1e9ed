import { expect, it } from 'vitest'
import { isWholeDate } from '#core/web/list/filters.tsx'

it.each(['0002-05-05', '0020-05-05', '0202-05-05'])('waits for the rest of the year in %s', (value) => {
	expect(isWholeDate(value, false)).toBe(false)
})

it('takes a whole date, and a field that was cleared', () => {
	expect(isWholeDate('2026-05-05', false)).toBe(true)
	expect(isWholeDate('', false)).toBe(true)
})

it('does not take a day without its month for a cleared field', () => {
	expect(isWholeDate('', true)).toBe(false)
})
