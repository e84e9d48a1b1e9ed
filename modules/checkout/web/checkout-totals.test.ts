import { describe, expect, it } from 'vitest'
import { checkoutTotals } from '#modules/checkout/web/checkout-form.ts'
import { initialTariff, priceDelivery } from '#modules/delivery/tariff.ts'
import type { DeliveryCost } from '#modules/delivery/web/address-search.tsx'
import { type CouponValue, shopCouponValue } from '#modules/orders/coupon.ts'
import { quoteOf } from '#tests/quote-of.ts'

const cart = [{ nombre: 'Shaker', sku: 'PREM-SHAKER-650', imagen: '', color: 'Negro', precio: 29_990, cantidad: 2 }]
const at = (distancia_m: number): DeliveryCost => ({
	state: 'known',
	quote: quoteOf({ ...priceDelivery(distancia_m, initialTariff), distancia_m }),
})
const totals = (
	cost: DeliveryCost,
	tipo_entrega: 'despacho' | 'retiro' = 'despacho',
	coupon: CouponValue | null = null,
) => checkoutTotals({ cart, tipo_entrega, cost, coupon })

describe('the totals of the checkout', () => {
	it('add the delivery to the goods', () => {
		expect(totals(at(6_234))).toMatchObject({
			subtotal: 59_980,
			despacho: 3_500,
			total: 63_480,
			despachoText: '$3.500',
		})
	})

	it('show a short distance as free', () => {
		expect(totals(at(3_000))).toMatchObject({ total: 59_980, despachoText: 'Gratis', isOutOfCoverage: false })
	})

	it('block a too long distance', () => {
		expect(totals(at(15_001))).toMatchObject({ despacho: 0, isOutOfCoverage: true })
	})

	it('charge nothing, block nothing and promise nothing when the distance is unmeasured', () => {
		expect(totals({ state: 'failed' })).toMatchObject({ despacho: 0, despachoText: '$0', isOutOfCoverage: false })
	})

	it('include no delivery in a pickup, with any address', () => {
		expect(totals(at(20_000), 'retiro')).toMatchObject({ despacho: 0, total: 59_980, isOutOfCoverage: false })
	})

	it('subtract the discount from the whole', () => {
		expect(totals(at(6_234), 'despacho', shopCouponValue)).toMatchObject({ descuento: 5_000, total: 58_480 })
	})

	it('are a minimum until the delivery is known', () => {
		for (const state of ['none', 'measuring'] as const) expect(totals({ state })).toMatchObject({ isFrom: true })
		expect(totals({ state: 'none' }, 'retiro')).toMatchObject({ isFrom: false })
		for (const cost of [at(6_234), at(20_000), { state: 'failed' } as const]) {
			expect(totals(cost)).toMatchObject({ isFrom: false })
		}
	})

	it('wait for a pending delivery price', () => {
		expect(totals({ state: 'measuring' })).toMatchObject({ isMeasuring: true, despachoText: 'Calculando…' })
	})
})
