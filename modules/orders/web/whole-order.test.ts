import { describe, expect, it } from 'vitest'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { wholeOrder } from '#modules/orders/web/own-order.ts'

/** An order with the specified fields only. */
const bare = {
	id: '7',
	nro_orden: 1007,
	total: 29_990,
	comprobante: 'comprobante.webp',
	carrito: [{ nombre: 'Premium Shaker', color: 'Negro', precio: 29_990, cantidad: 1, imagen: '/negro.webp' }],
} as unknown as ProfileOrder

describe('wholeOrder', () => {
	it('reads a missing estado as pendiente and a single comprobante as a list', () => {
		expect(wholeOrder(bare)).toMatchObject({
			estado: 'pendiente',
			comprobantes: ['comprobante.webp'],
			comprobantes_descarga: [],
			subtotal: 29_990,
			historia: [],
		})
	})

	it('leaves an order of this shop unchanged', () => {
		const whole = {
			...bare,
			...wholeOrder(bare),
			estado: 'pagada',
			subtotal: 26_490,
			comprobantes: ['a.webp', 'b.webp'],
		}
		expect(wholeOrder(whole as ProfileOrder)).toEqual(whole)
	})
})
