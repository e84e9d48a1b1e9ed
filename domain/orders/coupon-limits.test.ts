import { expect, test } from 'vitest'
import { hasCouponLimit, isCouponOver, mayUseCoupon } from './coupon-limits.ts'

const noLimits = { cupon_usos: null, cupon_usos_cliente: null, cupon_hasta: null }
const noon = new Date('2026-11-22T15:00:00Z')

test('a code without limits may always be used', () => {
	expect(mayUseCoupon(noLimits, { all: 9_999, own: 99 }, noon)).toBe(true)
})

test('a code may be used as often as it says, in all and by one customer', () => {
	const limits = { ...noLimits, cupon_usos: 10, cupon_usos_cliente: 1 }
	expect(mayUseCoupon(limits, { all: 9, own: 0 }, noon)).toBe(true)
	expect(mayUseCoupon(limits, { all: 10, own: 0 }, noon)).toBe(false)
	expect(mayUseCoupon(limits, { all: 9, own: 1 }, noon)).toBe(false)
	expect(mayUseCoupon({ ...noLimits, cupon_usos: 0 }, { all: 0, own: 0 }, noon)).toBe(false)
})

test('a code holds until the end of its last day in Santiago', () => {
	const limits = { ...noLimits, cupon_hasta: '2026-11-22' }
	expect(isCouponOver(limits, new Date('2026-11-23T02:59:59Z'))).toBe(false)
	expect(isCouponOver(limits, new Date('2026-11-23T03:00:00Z'))).toBe(true)
	expect(mayUseCoupon(limits, { all: 0, own: 0 }, new Date('2026-11-23T03:00:00Z'))).toBe(false)
})

test('uses are counted where either number is limited', () => {
	expect(hasCouponLimit(noLimits)).toBe(false)
	expect(hasCouponLimit({ ...noLimits, cupon_usos: 0 })).toBe(true)
	expect(hasCouponLimit({ ...noLimits, cupon_usos_cliente: 1 })).toBe(true)
})
