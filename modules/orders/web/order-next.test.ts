import { describe, expect, it } from 'vitest'
import { gatewayMethods, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { orderEventText, orderNext, timelineOf } from '#modules/orders/web/own-order.ts'

const order = (metodo_pago: MetodoPago, estado: Estado, comprobantes: string[] = []) => ({
	metodo_pago,
	estado,
	comprobantes,
	comprobante_rechazado: null,
	pagable_hasta: estado === 'fallida' ? '2026-12-01T12:00:00.000Z' : null,
})

describe('the next action for an order', () => {
	it('is a payment when a gateway is pending or has refused', () => {
		for (const metodo of gatewayMethods) {
			expect(orderNext(order(metodo, 'pendiente'))).toBe('pagar')
			expect(orderNext(order(metodo, 'fallida'))).toBe('pagar')
			expect(orderNext(order(metodo, 'pagada'))).toBeUndefined()
		}
	})

	it('is a new order when a failed one can no longer be paid', () => {
		expect(orderNext({ ...order('webpay', 'fallida'), pagable_hasta: null })).toBe('pedir_de_nuevo')
	})

	it('is a proof when a transfer has none', () => {
		expect(orderNext(order('transferencia', 'pendiente'))).toBe('comprobante')
		expect(orderNext(order('transferencia', 'en_revision', ['orden-1001-comprobante-1.webp']))).toBeUndefined()
		expect(orderNext(order('transferencia', 'fallida'))).toBe('comprobante')
		expect(orderNext(order('transferencia', 'cancelado'))).toBeUndefined()
	})

	it('is another proof when staff refused the one of a transfer', () => {
		const proofs = ['orden-1001-comprobante-1.webp']
		expect(orderNext({ ...order('transferencia', 'pendiente', proofs), comprobante_rechazado: 'No se lee' })).toBe(
			'comprobante',
		)
	})

	it('is nothing for cash', () => {
		expect(orderNext(order('efectivo', 'pendiente'))).toBeUndefined()
	})
})

describe('the timeline of an order', () => {
	it('uses the customer’s words', () => {
		expect(orderEventText({ tipo: 'creada', estado: null })).toBe('Pedido recibido')
		expect(orderEventText({ tipo: 'estado', estado: 'pagada' })).toBe('Pago confirmado')
		expect(orderEventText({ tipo: 'estado', estado: null })).toBe('Cambio de estado')
	})
})

describe('the start of the timeline', () => {
	const made = { tipo: 'creada', estado: null } as const
	const state = (estado: Estado) => ({ tipo: 'estado', estado }) as const

	it('is the order itself, even when its first state has the same time', () => {
		expect(timelineOf([state('pendiente'), made, state('pagada')])).toEqual([made, state('pagada')])
	})

	it('retains a later pending state', () => {
		const history = [made, state('fallida'), state('pendiente')]
		expect(timelineOf(history)).toEqual(history)
	})
})
