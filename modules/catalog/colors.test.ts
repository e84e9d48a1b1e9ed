import { expect, test } from 'vitest'
import { bottlePicture } from './bottle-picture.ts'
import { builtInColors, colorFromSlug, colorSlug, isBuiltIn } from './colors.ts'

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
