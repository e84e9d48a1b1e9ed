import { expect, test } from 'vitest'
import { bottlePicture } from './bottle-picture.ts'
import { builtInColors, colorFromSlug, colorSlug, isBuiltIn } from './colors.ts'

test('a colour is known by its name as it is written', () => {
	expect(builtInColors.every(isBuiltIn)).toBe(true)
	expect(['negro', 'Verde', '', undefined].map(isBuiltIn)).toEqual([false, false, false, false])
})

test('orders keep the address of a colour’s picture, so it stays as it is', () => {
	expect(builtInColors.map((color) => bottlePicture(color))).toEqual([
		'/pictures/shaker-blanco.webp',
		'/pictures/shaker-celeste.webp',
		'/pictures/shaker-negro.webp',
		'/pictures/shaker-rosado.webp',
	])
})

test('a colour’s name in addresses has plain letters only, and leads back to it', () => {
	expect(['Menta', 'Café', 'Azul noche'].map(colorSlug)).toEqual(['menta', 'cafe', 'azul-noche'])
	expect(colorFromSlug(['Café', 'Menta'], ' CAFE')).toBe('Café')
	expect(colorFromSlug(['Café', 'Menta'], null)).toBeUndefined()
})
