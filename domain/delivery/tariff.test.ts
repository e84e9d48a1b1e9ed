import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceDelivery } from './tariff.ts'

const meters = (min: number, max: number) => fc.integer({ min, max })

test('every whole metre under 5 km is free', () => {
	fc.assert(
		fc.property(meters(0, 4_999), (distance) => {
			expect(priceDelivery(distance)).toEqual({ costo: 0, gratis: true, fuera_de_cobertura: false })
		}),
	)
})

test('every whole metre from 5 km to 8 km costs 3500', () => {
	fc.assert(
		fc.property(meters(5_000, 8_000), (distance) => {
			expect(priceDelivery(distance)).toEqual({ costo: 3_500, gratis: false, fuera_de_cobertura: false })
		}),
	)
})

test('every whole metre over 8 km and up to 15 km costs 4000', () => {
	fc.assert(
		fc.property(meters(8_001, 15_000), (distance) => {
			expect(priceDelivery(distance)).toEqual({ costo: 4_000, gratis: false, fuera_de_cobertura: false })
		}),
	)
})

test('over 15 km there is no delivery, nothing is charged and nothing is called free', () => {
	fc.assert(
		fc.property(meters(15_001, 20_000_000), (distance) => {
			expect(priceDelivery(distance)).toEqual({ costo: 0, gratis: false, fuera_de_cobertura: true })
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
])('at %i metres it costs %i', (distance, costo, gratis, fuera_de_cobertura) => {
	expect(priceDelivery(distance)).toEqual({ costo, gratis, fuera_de_cobertura })
})

test('within coverage, driving further never costs less', () => {
	fc.assert(
		fc.property(meters(0, 15_000), meters(0, 15_000), (one, other) => {
			const [near, far] = one < other ? [one, other] : [other, one]
			expect(priceDelivery(near).costo).toBeLessThanOrEqual(priceDelivery(far).costo)
		}),
	)
})

test('a fraction of a metre is rounded once to the whole metre', () => {
	expect(priceDelivery(4_999.4).gratis).toBe(true)
	expect(priceDelivery(4_999.5).costo).toBe(3_500)
	expect(priceDelivery(15_000.4).fuera_de_cobertura).toBe(false)
})

test('what is no distance is a programming error', () => {
	for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => priceDelivery(wrong)).toThrow(RangeError)
})
