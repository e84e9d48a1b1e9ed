import { expect, test } from 'vitest'
import { bottlePicture } from './bottle-picture.ts'
import { colors, isColor } from './colors.ts'

test('a colour is known by its name as it is written', () => {
	expect(colors.every(isColor)).toBe(true)
	expect(['negro', 'Verde', '', undefined].map(isColor)).toEqual([false, false, false, false])
})

test('orders keep the address of a colour’s picture, so it stays as it is', () => {
	expect(colors.map(bottlePicture)).toEqual([
		'/pictures/shaker-blanco.webp',
		'/pictures/shaker-celeste.webp',
		'/pictures/shaker-negro.webp',
		'/pictures/shaker-rosado.webp',
	])
})
