import { describe, expect, it } from 'vitest'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { buildPlaceOrderRequest, emptyForm, pendingFor, readPending } from '#modules/checkout/web/checkout-form.ts'
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

describe('a request restored after a reload', () => {
	const request: PlaceOrderRequest = {
		carrito: [{ nombre: 'Shaker', sku: 'PREM-SHAKER-650', imagen: '', color: 'Negro', precio: 29_990, cantidad: 1 }],
		total: 33_490,
		telefono: '912345678',
		direccion: 'Av. Providencia 2124, 1203',
		metodo_pago: 'mercadopago',
		tipo_entrega: 'despacho',
		lugar_id: 'abc',
		cotizacion: 'first signature',
	}
	let keys = 0
	const at = (now: number) => ({ now, newKey: () => `key ${++keys}` })

	describe('the key of an order', () => {
		it('is the same for a retry of the same contents', () => {
			const first = pendingFor(request, undefined, at(0))
			expect(pendingFor({ ...request }, first, at(1_000)).key).toBe(first.key)
		})

		it('uses the body first sent when only the quote was renewed', () => {
			const first = pendingFor(request, undefined, at(0))
			expect(pendingFor({ ...request, cotizacion: 'second signature' }, first, at(1_000))).toBe(first)
		})

		it('is new when relevant contents change', () => {
			const first = pendingFor(request, undefined, at(0))
			for (const change of [
				{ total: 1 },
				{ telefono: '987654321' },
				{ metodo_pago: 'flow' as const },
				{ cupon: 'X' },
			]) {
				expect(pendingFor({ ...request, ...change }, first, at(1_000)).key).not.toBe(first.key)
			}
		})

		it('is new when the payment page of the first order has expired', () => {
			const first = pendingFor(request, undefined, at(0))
			expect(pendingFor(request, first, at(25 * 60_000)).key).not.toBe(first.key)
		})

		it('survives a reload, and ignores an invalid stored order', () => {
			const first = pendingFor(request, undefined, at(0))
			expect(readPending(JSON.parse(JSON.stringify(first)))).toEqual(first)
			expect(readPending({ key: 1 })).toBeUndefined()
			expect(readPending('x')).toBeUndefined()
		})
	})
})
