import { describe, expect, it } from 'vitest'
import { notWhole, readAmount, readWhole } from '#web/staff/edit/whole-number.ts'

describe('readWhole', () => {
	it('counts an empty field as 0', () => {
		expect(readWhole('')).toBe(0)
		expect(readWhole('  ')).toBe(0)
	})

	it('reads digits, and dots between thousands as Chile writes them', () => {
		expect(readWhole('29990')).toBe(29_990)
		expect(readWhole('29.990')).toBe(29_990)
		expect(readWhole('1.029.990')).toBe(1_029_990)
	})

	it.each(['29.99', '1,5', '-3', '1e5', '25000-', '29990e', 'doce'])('does not guess what %s means', (text) => {
		expect(readWhole(text)).toBeUndefined()
	})
})

describe('readAmount', () => {
	it('takes an emptied field for 0 only where that is what it stands for', () => {
		expect(readAmount('', true)).toBe(0)
		expect(readAmount(' ', false)).toEqual({ problem: notWhole })
		expect(readAmount('0', false)).toBe(0)
	})

	it('says what is wrong with what is no number', () => {
		expect(readAmount('25000-', true)).toEqual({ problem: notWhole })
		expect(readAmount('25.000', false)).toBe(25_000)
	})
})
