import { describe, expect, it } from 'vitest'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { emptyForm } from '#modules/checkout/web/checkout-form.ts'
import { buildPlaceOrderRequest } from '#modules/checkout/web/place-order-request.ts'
import type { DeliveryCost } from '#modules/delivery/web/address-search.tsx'
import { quoteOf } from '#tests/quote-of.ts'

const form = {
	...emptyForm,
	telefono: '912345678',
	calle: 'Av. Providencia 2124',
	numero: ' 1203 ',
	destino: { lugar_id: 'a' },
}
const known: DeliveryCost = { state: 'known', quote: quoteOf({ lugar_id: 'a', cotizacion: 'signed' }) }
const requestOf = (
	change: Partial<typeof emptyForm> = {},
	cost: DeliveryCost = known,
	parts: Partial<PlaceOrderRequest>[] = [],
) => buildPlaceOrderRequest({ form: { ...form, ...change }, cart: [], total: 10, cost, parts })

describe('the order request', () => {
	it('joins street and number with a comma and contains the shown quote', () => {
		expect(requestOf()).toMatchObject({
			direccion: 'Av. Providencia 2124, 1203',
			lugar_id: 'a',
			cotizacion: 'signed',
			tipo_entrega: 'despacho',
		})
	})

	it('has no address in a pickup', () => {
		const request = requestOf({ tipo_entrega: 'retiro' })
		expect(request.direccion).toBe('')
		expect(request).not.toHaveProperty('lugar_id')
	})

	it('contains a code only when it is valid', () => {
		expect(requestOf({ cupon: ' x ', cupon_estado: 'valido' }).cupon).toBe('x')
		expect(requestOf({ cupon: 'x', cupon_estado: 'invalido' })).not.toHaveProperty('cupon')
	})

	it('contains the fields of modules', () => {
		expect(requestOf({}, known, [{}, { cupon: 'e' }]).cupon).toBe('e')
	})

	it('names the place even when its distance is unknown', () => {
		expect(requestOf({}, { state: 'failed' })).toMatchObject({ lugar_id: 'a' })
	})
})
