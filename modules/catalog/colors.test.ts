import { describe, expect, test } from 'vitest'
import {
	addressOf,
	bottlePicture,
	builtInColors,
	colorFromSlug,
	colorOf,
	colorSlug,
	isBuiltIn,
} from '#modules/catalog/colors.ts'

describe('colours', () => {
	test('recognises a colour by its exact name', () => {
		expect(builtInColors.every(isBuiltIn)).toBe(true)
		expect(['negro', 'Verde', '', undefined].map(isBuiltIn)).toEqual([false, false, false, false])
	})

	test("keeps the address of a colour's picture stable, as orders store it", () => {
		expect(builtInColors.map((color) => bottlePicture(color))).toEqual([
			'/pictures/shaker-blanco.webp',
			'/pictures/shaker-celeste.webp',
			'/pictures/shaker-negro.webp',
			'/pictures/shaker-rosado.webp',
		])
	})

	test('writes a colour in addresses with plain letters, and reads it back', () => {
		expect(['Menta', 'Café', 'Azul noche'].map(colorSlug)).toEqual(['menta', 'cafe', 'azul-noche'])
		expect(colorFromSlug(['Café', 'Menta'], ' CAFE')).toBe('Café')
		expect(colorFromSlug(['Café', 'Menta'], null)).toBeUndefined()
	})
})

describe('a colour in an address', () => {
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
})
