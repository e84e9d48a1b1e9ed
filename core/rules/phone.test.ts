import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPhone, isPhone, phoneDigits } from '#core/rules/phone.ts'

it('keeps the last nine digits of any text', () => {
	expect(phoneDigits('+56 9 8765 4321')).toBe('987654321')
	expect(phoneDigits('(09) 8765-4321')).toBe('987654321')
	fc.assert(
		fc.property(fc.string(), (typed) => {
			expect(phoneDigits(typed)).toMatch(/^\d{0,9}$/)
		}),
	)
})

it('accepts exactly nine digits', () => {
	expect(isPhone('987654321')).toBe(true)
	expect(isPhone('98765432')).toBe(false)
	expect(isPhone('9876543210')).toBe(false)
})

it('formats a phone in the Chilean way', () => expect(formatPhone('987654321')).toBe('+56 9 8765 4321'))
