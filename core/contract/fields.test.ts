import { describe, expect, it } from 'vitest'
import { plainText } from '#core/contract/fields.ts'

describe('plainText', () => {
	it.each([
		['Ana\tMaría', 'Ana María'],
		[' Rojas\t\r\n', 'Rojas'],
		["O'Higgins 🏋", "O'Higgins 🏋"],
	])('stores %j as %j', (typed, kept) => expect(plainText(150).parse(typed)).toBe(kept))

	it.each(['Ana\u0000', 'a\u001b[0m', '\ud800'])('rejects %j', (typed) => {
		expect(plainText(150).safeParse(typed).success).toBe(false)
	})

	it('limits the length of the trimmed text', () => {
		expect(plainText(3).safeParse('\tAna\t').success).toBe(true)
		expect(plainText(3).min(1).safeParse('\t\n').success).toBe(false)
	})
})
