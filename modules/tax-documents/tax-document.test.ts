import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalsOf } from '#modules/checkout/totals.ts'
import { shopCouponValue } from '#modules/orders/coupon.ts'
import { amountsOf, bookAmounts } from '#modules/tax-documents/tax-document.ts'

describe('amounts', () => {
	const order = fc.record({
		lines: fc.array(
			fc.record({ nombre: fc.string(), precio: fc.nat(200_000), cantidad: fc.integer({ min: 1, max: 50 }) }),
			{
				minLength: 1,
				maxLength: 8,
			},
		),
		despacho: fc.constantFrom(0, 3500, 4000),
		coupon: fc.constantFrom(null, shopCouponValue, { tipo: 'porcentaje' as const, valor: 15, minimo: 0 }),
	})

	describe('amountsOf', () => {
		it('adds up to the total of every order, and to any total set by staff', () => {
			fc.assert(
				fc.property(order, fc.option(fc.integer({ min: 1, max: 2_000_000_000 })), (one, changed) => {
					const total = changed ?? totalsOf(one).total
					const { lineas, descuento, neto, iva, total: said } = amountsOf(one, total)
					const sum = lineas.reduce((all, { monto }) => all + monto, 0)
					expect([sum - descuento, neto + iva, said]).toEqual([total, total, total])
					expect(lineas.every(({ monto, precio, cantidad }) => monto === precio * cantidad && monto > 0)).toBe(true)
					expect(descuento).toBeGreaterThanOrEqual(0)
				}),
			)
		})

		it('has delivery as a line of its own and the discount on the whole document', () => {
			const lines = [{ nombre: 'Premium Shaker', precio: 29_990, cantidad: 2 }]
			expect(amountsOf({ lines, despacho: 3500 }, 58_480)).toMatchObject({
				lineas: [
					{ nombre: 'Premium Shaker', cantidad: 2, precio: 29_990, monto: 59_980 },
					{ nombre: 'Despacho', cantidad: 1, precio: 3500, monto: 3500 },
				],
				descuento: 5000,
				total: 58_480,
			})
		})

		it("truncates a name to the tax authority's limit", () => {
			const [line] = amountsOf({ lines: [{ nombre: 'x'.repeat(200), precio: 1, cantidad: 1 }], despacho: 0 }, 1).lineas
			expect(line?.nombre).toHaveLength(80)
		})
	})
})

describe('book', () => {
	it('counts a sale once, and subtracts it exactly with its nota de crédito', () => {
		expect(bookAmounts({ tipo: 39, monto: 1005 })).toEqual({ neto: 845, iva: 160, total: 1005 })
		expect(bookAmounts({ tipo: 33, monto: 1005 })).toEqual({ neto: 845, iva: 160, total: 1005 })
		expect(bookAmounts({ tipo: 61, monto: 1005 })).toEqual({ neto: -845, iva: -160, total: -1005 })
		// One CLP has no IVA, and no negative zero.
		expect(bookAmounts({ tipo: 61, monto: 1 })).toEqual({ neto: -1, iva: 0, total: -1 })
	})
})
