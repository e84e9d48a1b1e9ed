import { describe, expect, it } from 'vitest'
import { eventText, orderNext, timelineOf } from '#web/accounts/order-next.ts'

const order = (metodo_pago: string, estado: string, comprobantes: string[] = []) => ({
	metodo_pago,
	estado,
	comprobantes,
})

describe('what an order needs of its customer', () => {
	it('is a payment when a gateway waits or has refused', () => {
		for (const metodo of ['mercadopago', 'flow', 'webpay']) {
			expect(orderNext(order(metodo, 'pendiente'))).toBe('pagar')
			expect(orderNext(order(metodo, 'fallida'))).toBe('pagar')
			expect(orderNext(order(metodo, 'pagada'))).toBeUndefined()
		}
	})

	it('is a proof when a transfer has none', () => {
		expect(orderNext(order('transferencia', 'pendiente'))).toBe('comprobante')
		expect(orderNext(order('transferencia', 'en_revision', ['orden-1001-comprobante-1.webp']))).toBeUndefined()
		expect(orderNext(order('transferencia', 'fallida'))).toBe('comprobante')
		expect(orderNext(order('transferencia', 'cancelado'))).toBeUndefined()
	})

	it('is nothing for cash', () => {
		expect(orderNext(order('efectivo', 'pendiente'))).toBeUndefined()
	})
})

describe('the timeline of an order', () => {
	it('speaks the customer’s words, and shows an unknown state as it is', () => {
		expect(eventText({ tipo: 'creada', estado: null })).toBe('Pedido recibido')
		expect(eventText({ tipo: 'estado', estado: 'pagada' })).toBe('Pago confirmado')
		expect(eventText({ tipo: 'estado', estado: 'otro' })).toBe('otro')
	})
})

describe('the beginning of the timeline', () => {
	const made = { tipo: 'creada', estado: null }
	const state = (estado: string) => ({ tipo: 'estado', estado })

	it('is the order itself, even when its first state was noted in the same moment', () => {
		expect(timelineOf([state('pendiente'), made, state('pagada')])).toEqual([made, state('pagada')])
	})

	it('keeps a wait that comes later', () => {
		const history = [made, state('fallida'), state('pendiente')]
		expect(timelineOf(history)).toEqual(history)
	})
})
