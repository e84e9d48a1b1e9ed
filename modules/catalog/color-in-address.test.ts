import { expect, test } from 'vitest'
import { addressOf, colorOf } from '#modules/catalog/color-in-address.ts'

const shown = ['Negro', 'Celeste', 'Rosado', 'Azul noche']
const asks = (query: string) => colorOf(new URLSearchParams(query), shown)

test('opens a shared link in its colour, and every other address in black', () => {
	expect(asks('color=Celeste')).toBe('Celeste')
	expect(asks('color=verde')).toBe('Negro')
	expect(asks('')).toBe('Negro')
	expect(asks('color=celeste&color=rosado')).toBe('Negro')
	expect(asks('color=azul-noche')).toBe('Azul noche')
	expect(asks('color=blanco')).toBe('Negro')
	expect(addressOf('Azul noche')).toBe('/?color=azul-noche')
	expect(addressOf('Rosado')).toBe('/?color=rosado')
	expect(addressOf('Negro')).toBe('/')
})
