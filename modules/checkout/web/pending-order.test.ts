import { describe, expect, it } from 'vitest'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { pendingFor, readPending } from '#modules/checkout/web/place-order-request.ts'

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
		for (const change of [{ total: 1 }, { telefono: '987654321' }, { metodo_pago: 'flow' as const }, { cupon: 'X' }]) {
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
