import { describe, expect, it } from 'vitest'
import { readWhole } from '#web/staff/edit/whole-number.ts'

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

	it.each(['29.99', '1,5', '-3', '1e5', 'doce'])('does not guess what %s means', (text) => {
		expect(readWhole(text)).toBeUndefined()
	})
})
