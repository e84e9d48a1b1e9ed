import { expect, test } from 'vitest'
import { addressOf, colorOf } from '#domain/catalog/color-in-address.ts'

test('a shared link opens in its colour, and every other address in black', () => {
	expect(colorOf(new URLSearchParams('color=Celeste'))).toBe('Celeste')
	expect(colorOf(new URLSearchParams('color=verde'))).toBe('Negro')
	expect(colorOf(new URLSearchParams(''))).toBe('Negro')
	expect(colorOf(new URLSearchParams('color=celeste&color=rosado'))).toBe('Negro')
	expect(addressOf('Rosado')).toBe('/?color=rosado')
	expect(addressOf('Negro')).toBe('/')
})
