import { expect, test } from 'vitest'
import { initialTariff, readTariff } from './tariff.ts'
import { deliveryPromise, outOfCoverageText, tariffText } from './tariff-text.ts'

test('writes the initial tariff with its own numbers', () => {
	expect(tariffText(initialTariff)).toBe('gratis a menos de 5 km, $3.500 de 5 a 8 km y $4.000 de más de 8 hasta 15 km')
	expect(outOfCoverageText(initialTariff)).toBe(
		'Fuera de cobertura de despacho (más de 15 km). Elige retiro o una dirección más cercana.',
	)
	expect(deliveryPromise(initialTariff)).toBe('Despacho gratis a menos de 5 km')
})

test('writes another tariff with its own numbers too', () => {
	const paid = readTariff('2500:2000,12000:3990')
	expect(tariffText(paid)).toBe('$2.000 hasta 2,5 km y $3.990 de más de 2,5 hasta 12 km')
	expect(outOfCoverageText(paid)).toContain('(más de 12 km)')
	expect(deliveryPromise(paid)).toBe('Despacho desde $2.000')
	expect(tariffText(readTariff('7000:0'))).toBe('gratis a menos de 7 km')
})
