import { describe, expect, it } from 'vitest'
import { notWhole, readAmount, readWhole } from '#core/web/forms/checked.ts'

describe('readWhole', () => {
	it('reads an empty field as 0', () => {
		expect(readWhole('')).toBe(0)
		expect(readWhole('  ')).toBe(0)
	})

	it('reads digits with or without Chilean thousands separators', () => {
		expect(readWhole('29990')).toBe(29_990)
		expect(readWhole('29.990')).toBe(29_990)
		expect(readWhole('1.029.990')).toBe(1_029_990)
	})

	it.each(['29.99', '1,5', '-3', '1e5', '25000-', '29990e', 'doce'])('returns undefined for %s', (text) => {
		expect(readWhole(text)).toBeUndefined()
	})
})

describe('readAmount', () => {
	it('reads an empty field as 0 only with emptyCounts', () => {
		expect(readAmount('', true)).toBe(0)
		expect(readAmount(' ', false)).toEqual({ problem: notWhole })
		expect(readAmount('0', false)).toBe(0)
	})

	it('returns an error for text that is not a number', () => {
		expect(readAmount('25000-', true)).toEqual({ problem: notWhole })
		expect(readAmount('25.000', false)).toBe(25_000)
	})
})
