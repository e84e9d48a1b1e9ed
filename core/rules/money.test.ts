import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clp, formatClp, percentProblem, splitIva, sumClp } from '#core/rules/money.ts'

describe('money', () => {
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
})

describe('iva', () => {
	describe('splitIva', () => {
		it('adds up to every total up to a million, the net rounded half up', () => {
			const wrong: number[] = []
			for (let total = 1; total <= 1_000_000; total += 1) {
				const { neto, iva } = splitIva(total)
				// Half up without fractions: 119 nets are never more than half a peso's worth from 100 totals.
				const off = 100 * total - 119 * neto
				const isNearest = 2 * off < 119 && 2 * off >= -119
				if (neto + iva !== total || !isNearest || iva < 0) wrong.push(total)
			}
			expect(wrong).toEqual([])
		})

		it("returns the amounts of the shop's prices", () => {
			expect(splitIva(29_990)).toEqual({ neto: 25_202, iva: 4788 })
			expect(splitIva(1005)).toEqual({ neto: 845, iva: 160 })
			expect(splitIva(2_000_000_000)).toEqual({ neto: 1_680_672_269, iva: 319_327_731 })
			expect(splitIva(1)).toEqual({ neto: 1, iva: 0 })
		})
	})
})

describe('percent text', () => {
	test.each(['2,89', '2.89', '0', '20', '3,5', ' 1,2 '])('accepts %s as a percentage', (text) => {
		expect(percentProblem(text)).toBeUndefined()
	})

	test.each(['', '-1', '2,891', '20,01', '100', 'mucho', '2,', '2,89 %', '1e1'])(
		'rejects "%s" as a percentage',
		(text) => {
			expect(percentProblem(text)).toContain('Escribe un porcentaje de 0 a 20')
		},
	)
})
