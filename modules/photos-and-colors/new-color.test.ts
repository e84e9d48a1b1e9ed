import { expect, test } from 'vitest'
import { builtInColors } from '#modules/catalog/colors.ts'
import { newColorProblem } from './new-color.ts'

const refuse = (color: string, existing: readonly string[] = builtInColors, muestra = '#2e7d5b') =>
	newColorProblem({ color, muestra }, existing)

test.each(['Menta', 'Azul noche', 'Café'])('accepts %s', (color) => expect(refuse(color)).toBeUndefined())

test.each([
	'',
	'menta',
	'MENTA',
	'Menta 2',
	'Menta-agua',
	'Azul  noche',
	'Azul noche claro',
	'Verdeesmeralda',
	'<b>',
	'Ñ',
])('rejects %j as a name', (color) => expect(refuse(color)).toContain('mayúscula inicial'))

test('rejects an existing colour, whatever its accents', () => {
	expect(refuse('Negro')).toBe('Ya existe el color Negro.')
	expect(refuse('Cafe', ['Café'])).toBe('Ya existe el color Cafe.')
})

test('accepts six colours', () => {
	expect(refuse('Menta', [...builtInColors, 'Café'])).toBeUndefined()
	expect(refuse('Menta', [...builtInColors, 'Café', 'Lila'])).toBe('La tienda muestra hasta 6 colores.')
})

test('requires six digits of a swatch', () => {
	for (const muestra of ['#fff', 'red', '#12345g', '#2E7D5B']) {
		expect(refuse('Menta', [], muestra)).toBe('La muestra del color debe ser como #2e7d5b.')
	}
})
