import { describe, expect, it } from 'vitest'
import { eventText, orderNext } from '#web/accounts/order-next.ts'

const order = (metodo_pago: string, estado: string, comprobantes = 0) => ({ metodo_pago, estado, comprobantes })

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
		expect(orderNext(order('transferencia', 'en_revision', 1))).toBeUndefined()
		expect(orderNext(order('transferencia', 'fallida'))).toBeUndefined()
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
