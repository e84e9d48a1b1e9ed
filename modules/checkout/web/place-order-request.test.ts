import { describe, expect, it } from 'vitest'
import { emptyForm } from '#modules/checkout/web/checkout-form.ts'
import { buildPlaceOrderRequest } from '#modules/checkout/web/place-order-request.ts'
import type { DeliveryCost } from '#modules/delivery/web/use-delivery-quote.ts'
import { quoteOf } from '#tests/quote-of.ts'

const form = {
	...emptyForm,
	telefono: '912345678',
	calle: 'Av. Providencia 2124',
	numero: ' 1203 ',
	destino: { lugar_id: 'a' },
}
const known: DeliveryCost = { state: 'known', quote: quoteOf({ lugar_id: 'a', cotizacion: 'signed' }) }
const requestOf = (change: Partial<typeof emptyForm> = {}, cost: DeliveryCost = known, requiresBuyer = false) =>
	buildPlaceOrderRequest({ form: { ...form, ...change }, cart: [], total: 10, cost, requiresBuyer })

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

	it('names a company only for a factura, and a buyer only when required by law', () => {
		const factura = { rut: '1', razon_social: 'a', giro: 'b', direccion: 'c', comuna: 'd' }
		const comprador = { rut: '2', nombre: 'e' }
		const named = (documento: 'boleta' | 'factura', requiresBuyer: boolean) => {
			const request = requestOf({ documento, factura, comprador }, known, requiresBuyer)
			return [request.factura, request.comprador]
		}
		expect(named('boleta', false)).toEqual([undefined, undefined])
		expect(named('boleta', true)).toEqual([undefined, comprador])
		expect(named('factura', true)).toEqual([factura, undefined])
	})

	it('names the place even when its distance is unknown', () => {
		expect(requestOf({}, { state: 'failed' })).toMatchObject({ lugar_id: 'a' })
	})
})
