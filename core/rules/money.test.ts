import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp, formatClp, sumClp } from '#core/rules/money.ts'

const safe = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })

describe('pesos', () => {
	it('reject fractions and unsafe integers', () => {
		for (const amount of [0.5, 29_990.01, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
			expect(() => clp(amount)).toThrow(RangeError)
		}
		fc.assert(fc.property(safe, (amount) => clp(amount) === amount))
	})

	it('add up exactly, in any order, and to 0 for an empty list', () => {
		expect(sumClp([])).toBe(0)
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 50 }), (amounts) => {
				expect(sumClp(amounts)).toBe(sumClp(amounts.toReversed()))
				expect(BigInt(sumClp(amounts))).toBe(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))
			}),
		)
	})
})

describe('pesos as text', () => {
	it('have the Chilean format', () => {
		expect([0, 7, 990, 1_000, 29_990, 12_345_678].map(formatClp)).toEqual([
			'$0',
			'$7',
			'$990',
			'$1.000',
			'$29.990',
			'$12.345.678',
		])
		expect(formatClp(-3_000)).toBe('−$3.000')
		expect(formatClp(-0)).toBe('$0')
	})

	it("equal Intl's format", () => {
		const pesos = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP', maximumFractionDigits: 0 })
		fc.assert(
			fc.property(safe, (amount) => {
				const text = pesos.format(Math.abs(amount))
				expect(formatClp(amount)).toBe(amount < 0 ? `−${text}` : text)
			}),
		)
	})
})
