import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeCoupon, totalsOf } from '#modules/checkout/totals.ts'
import { shopCouponValue } from '#modules/orders/coupon.ts'
import { adjustmentOf } from '#modules/orders/order-money.ts'

const order = fc.record({
	lines: fc.array(fc.record({ precio: fc.nat(200_000), cantidad: fc.integer({ min: 1, max: 50 }) }), { maxLength: 8 }),
	despacho: fc.constantFrom(0, 3500, 4000),
	coupon: fc.constantFrom(null, shopCouponValue),
})

describe('the total of an order', () => {
	it('is always subtotal plus delivery less discount, whole, and never below 0', () => {
		fc.assert(
			fc.property(order, (o) => {
				const t = totalsOf(o)
				expect(t.total).toBe(t.subtotal + t.despacho - t.descuento)
				expect(t.total).toBeGreaterThanOrEqual(0)
				expect(Number.isSafeInteger(t.total)).toBe(true)
				expect(t.descuento).toBeLessThanOrEqual(5000)
			}),
		)
	})

	it('is the sum without a code', () => {
		expect(totalsOf({ lines: [{ precio: 29_990, cantidad: 2 }], despacho: 3500, coupon: null })).toMatchObject({
			descuento: 0,
			total: 63_480,
		})
	})

	it('discounts 5000 from the sum including delivery', () => {
		expect(totalsOf({ lines: [{ precio: 29_990, cantidad: 2 }], despacho: 3500, coupon: shopCouponValue })).toEqual({
			subtotal: 59_980,
			despacho: 3500,
			descuento: 5000,
			total: 58_480,
		})
	})

	it('has no adjustment until staff change it, and then exactly the difference', () => {
		fc.assert(
			fc.property(order, fc.integer({ min: 0, max: 2_000_000_000 }), (o, edited) => {
				const t = totalsOf(o)
				expect(adjustmentOf(t)).toBe(0)
				expect(t.subtotal + t.despacho - t.descuento + adjustmentOf({ ...t, total: edited })).toBe(edited)
			}),
		)
	})

	it('discounts the delivery too where the units cost less than the discount', () => {
		expect(totalsOf({ lines: [{ precio: 2000, cantidad: 1 }], despacho: 3500, coupon: shopCouponValue })).toEqual({
			subtotal: 2000,
			despacho: 3500,
			descuento: 5000,
			total: 500,
		})
	})

	it('never discounts more than the sum', () => {
		expect(totalsOf({ lines: [{ precio: 1000, cantidad: 1 }], despacho: 0, coupon: shopCouponValue }).total).toBe(0)
	})
})

it('compares discount codes trimmed and without case', () =>
	expect(normalizeCoupon('  shaker5000 ')).toBe('SHAKER5000'))
