import { expect, test } from 'vitest'
import { tariffText } from './tariff-text.ts'

test('the tariff is told in its own numbers', () => {
	expect(tariffText).toBe('gratis a menos de 5 km, $3.500 de 5 a 8 km y $4.000 de más de 8 hasta 15 km')
})
