import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	coverageOf,
	deliveryPromise,
	freeBelow,
	initialTariff,
	outOfCoverageText,
	priceDelivery,
	readTariff,
	tariffProblem,
	tariffText,
	tariffValue,
} from '#modules/delivery/tariff.ts'

describe('the tariff', () => {
	const meters = (min: number, max: number) => fc.integer({ min, max })

	test('is free for every whole metre under 5 km', () => {
		fc.assert(
			fc.property(meters(0, 4_999), (distance) => {
				expect(priceDelivery(distance, initialTariff)).toEqual({ costo: 0, gratis: true, fuera_de_cobertura: false })
			}),
		)
	})

	test('costs 3500 for every whole metre from 5 km to 8 km', () => {
		fc.assert(
			fc.property(meters(5_000, 8_000), (distance) => {
				expect(priceDelivery(distance, initialTariff)).toEqual({
					costo: 3_500,
					gratis: false,
					fuera_de_cobertura: false,
				})
			}),
		)
	})

	test('costs 4000 for every whole metre over 8 km and up to 15 km', () => {
		fc.assert(
			fc.property(meters(8_001, 15_000), (distance) => {
				expect(priceDelivery(distance, initialTariff)).toEqual({
					costo: 4_000,
					gratis: false,
					fuera_de_cobertura: false,
				})
			}),
		)
	})

	test('delivers nothing over 15 km, at no charge and not called free', () => {
		fc.assert(
			fc.property(meters(15_001, 20_000_000), (distance) => {
				expect(priceDelivery(distance, initialTariff)).toEqual({ costo: 0, gratis: false, fuera_de_cobertura: true })
			}),
		)
	})

	test.each([
		[4_999, 0, true, false],
		[5_000, 3_500, false, false],
		[8_000, 3_500, false, false],
		[8_001, 4_000, false, false],
		[15_000, 4_000, false, false],
		[15_001, 0, false, true],
	])('prices %i metres at %i', (distance, costo, gratis, fuera_de_cobertura) => {
		expect(priceDelivery(distance, initialTariff)).toEqual({ costo, gratis, fuera_de_cobertura })
	})

	test('never costs less for a longer distance within coverage', () => {
		fc.assert(
			fc.property(meters(0, 15_000), meters(0, 15_000), (one, other) => {
				const [near, far] = one < other ? [one, other] : [other, one]
				expect(priceDelivery(near, initialTariff).costo).toBeLessThanOrEqual(priceDelivery(far, initialTariff).costo)
			}),
		)
	})

	test('rounds a fraction of a metre once to the whole metre', () => {
		expect(priceDelivery(4_999.4, initialTariff).gratis).toBe(true)
		expect(priceDelivery(4_999.5, initialTariff).costo).toBe(3_500)
		expect(priceDelivery(15_000.4, initialTariff).fuera_de_cobertura).toBe(false)
	})

	test('throws for an invalid distance', () => {
		for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY])
			expect(() => priceDelivery(wrong, initialTariff)).toThrow(RangeError)
	})

	const bands = fc
		.uniqueArray(fc.integer({ min: 100, max: 100_000 }), { minLength: 1, maxLength: 6 })
		.chain((ends) =>
			fc.record({
				ends: fc.constant(ends.toSorted((one, other) => one - other)),
				costs: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: ends.length, maxLength: ends.length }),
				isFirstFree: fc.boolean(),
			}),
		)
		.map(({ ends, costs, isFirstFree }) =>
			ends.map((hasta_m, at) => ({ hasta_m, costo: isFirstFree && at === 0 ? 0 : (costs[at] ?? 1) })),
		)

	test("keeps the owner's bands, and prices each metre by its band", () => {
		fc.assert(
			fc.property(bands, meters(0, 120_000), (wanted, distance) => {
				expect(tariffProblem(tariffValue(wanted))).toBeUndefined()
				const tariff = readTariff(tariffValue(wanted))
				expect(tariff).toEqual(wanted)
				const { costo, gratis, fuera_de_cobertura } = priceDelivery(distance, tariff)
				// A free band ends before its last metre, which has no price when no paid band follows.
				const isFreeAlone = wanted.length === 1 && freeBelow(tariff) > 0
				expect(fuera_de_cobertura).toBe(isFreeAlone ? distance >= coverageOf(tariff) : distance > coverageOf(tariff))
				expect(gratis).toBe(distance < freeBelow(tariff))
				if (!fuera_de_cobertura) expect(wanted.map((band) => band.costo)).toContain(costo)
			}),
		)
	})

	test.each([
		['', 'Escribe los kilómetros y el precio de cada tramo.'],
		['5000', 'Escribe los kilómetros y el precio de cada tramo.'],
		['5000:-1', 'Escribe los kilómetros y el precio de cada tramo.'],
		['5000:0.5', 'Escribe los kilómetros y el precio de cada tramo.'],
		['99:0', 'Cada tramo llega de 0,1 a 100 km.'],
		['100001:10', 'Cada tramo llega de 0,1 a 100 km.'],
		['5000:0,5000:10', 'Cada tramo debe llegar más lejos que el anterior.'],
		['8000:10,5000:20', 'Cada tramo debe llegar más lejos que el anterior.'],
		['5000:100001', 'Ningún tramo puede costar más de $100.000.'],
		['5000:10,8000:0', 'Solo el primer tramo puede ser gratis.'],
		['1000:1,2000:1,3000:1,4000:1,5000:1,6000:1,7000:1', 'Usa hasta 6 tramos.'],
	])('rejects "%s", and reads it as the default tariff when stored', (text, problem) => {
		expect(tariffProblem(text)).toBe(problem)
		expect(readTariff(text)).toEqual(initialTariff)
	})
})

describe('the texts of a tariff', () => {
	test('writes the initial tariff with its own numbers', () => {
		expect(tariffText(initialTariff)).toBe(
			'gratis a menos de 5 km, $3.500 de 5 a 8 km y $4.000 de más de 8 hasta 15 km',
		)
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
})
