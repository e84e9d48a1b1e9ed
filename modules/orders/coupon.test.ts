import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { couponStateOf, discountOf, hasCouponLimit, mayUseCoupon, shopCoupon, shopCouponValue } from './coupon.ts'

const noLimits = shopCoupon('SHAKER5000', { cupon_usos: null, cupon_usos_cliente: null, cupon_hasta: null })
const noon = new Date('2026-11-22T15:00:00Z')
const unused = { all: 0, own: 0, ownOrders: 0 }

describe('discountOf', () => {
	test('is an amount of the total, or a part of the products', () => {
		expect(discountOf(shopCouponValue, { subtotal: 29_990, despacho: 3_500 })).toBe(5_000)
		expect(discountOf(shopCouponValue, { subtotal: 1_000, despacho: 3_500 })).toBe(4_500)
		const tenth = { tipo: 'porcentaje', valor: 10, minimo: 0 } as const
		expect(discountOf(tenth, { subtotal: 29_990, despacho: 3_500 })).toBe(2_999)
		expect(discountOf(tenth, { subtotal: 29_999, despacho: 0 })).toBe(2_999)
	})

	test('is 0 below the minimum', () => {
		const code = { ...shopCouponValue, minimo: 30_000 }
		expect(discountOf(code, { subtotal: 29_999, despacho: 4_000 })).toBe(0)
		expect(discountOf(code, { subtotal: 30_000, despacho: 0 })).toBe(5_000)
	})

	test('is whole, and never above the total', () => {
		const value = fc.oneof(
			fc.record({ tipo: fc.constant('monto' as const), valor: fc.integer({ min: 1, max: 1_000_000 }) }),
			fc.record({ tipo: fc.constant('porcentaje' as const), valor: fc.integer({ min: 1, max: 100 }) }),
		)
		fc.assert(
			fc.property(value, fc.nat(10_000_000), fc.nat(100_000), (code, subtotal, despacho) => {
				const discount = discountOf({ ...code, minimo: 0 }, { subtotal, despacho })
				expect(Number.isSafeInteger(discount)).toBe(true)
				expect(discount).toBeGreaterThanOrEqual(0)
				expect(discount).toBeLessThanOrEqual(code.tipo === 'monto' ? subtotal + despacho : subtotal)
			}),
		)
	})
})

test('accepts a code without limits always, unless staff ended it', () => {
	expect(mayUseCoupon(noLimits, { all: 9_999, own: 99, ownOrders: 99 }, noon)).toBe(true)
	expect(mayUseCoupon({ ...noLimits, activo: false }, unused, noon)).toBe(false)
})

test('accepts a code up to its limits, in all and by one customer', () => {
	const limits = { ...noLimits, usos: 10, usos_cliente: 1 }
	expect(mayUseCoupon(limits, { ...unused, all: 9 }, noon)).toBe(true)
	expect(mayUseCoupon(limits, { ...unused, all: 10 }, noon)).toBe(false)
	expect(mayUseCoupon(limits, { ...unused, all: 9, own: 1 }, noon)).toBe(false)
	expect(mayUseCoupon({ ...noLimits, usos: 0 }, unused, noon)).toBe(false)
})

test('accepts a code for first orders only without another order', () => {
	const first = { ...noLimits, solo_primera: true }
	expect(mayUseCoupon(first, unused, noon)).toBe(true)
	expect(mayUseCoupon(first, { ...unused, ownOrders: 1 }, noon)).toBe(false)
})

test('accepts a code from its first day to the end of its last in Santiago', () => {
	const days = { ...noLimits, desde: '2026-11-22', hasta: '2026-11-22' }
	const at = (moment: string) => couponStateOf(days, 0, new Date(moment))
	expect(at('2026-11-22T02:59:59Z')).toBe('por_empezar')
	expect(at('2026-11-22T03:00:00Z')).toBe('vigente')
	expect(at('2026-11-23T02:59:59Z')).toBe('vigente')
	expect(at('2026-11-23T03:00:00Z')).toBe('vencido')
	expect(mayUseCoupon(days, unused, new Date('2026-11-23T03:00:00Z'))).toBe(false)
})

test('rejects a code that is used up, or that staff ended', () => {
	expect(couponStateOf({ ...noLimits, usos: 2 }, 1, noon)).toBe('vigente')
	expect(couponStateOf({ ...noLimits, usos: 2 }, 2, noon)).toBe('agotado')
	expect(couponStateOf({ ...noLimits, usos: 2, activo: false }, 2, noon)).toBe('terminado')
})

test('requires counting for a limited code, or one for first orders', () => {
	expect(hasCouponLimit(noLimits)).toBe(false)
	expect(hasCouponLimit({ ...noLimits, usos: 0 })).toBe(true)
	expect(hasCouponLimit({ ...noLimits, usos_cliente: 1 })).toBe(true)
	expect(hasCouponLimit({ ...noLimits, solo_primera: true })).toBe(true)
})
