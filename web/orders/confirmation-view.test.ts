import { describe, expect, it } from 'vitest'
import { confirmationView } from '#web/orders/confirmation-view.ts'

describe('what a confirmation does with the cart', () => {
	it('empties it for whatever is paid', () => {
		for (const metodo of ['mercadopago', 'flow', 'webpay', 'transferencia', 'efectivo'] as const) {
			expect(confirmationView(metodo, 'pagada').isConfirmed).toBe(true)
		}
	})

	it('empties it for a transfer and for cash as soon as the order is made', () => {
		expect(confirmationView('transferencia', 'pendiente').isConfirmed).toBe(true)
		expect(confirmationView('efectivo', 'pendiente').isConfirmed).toBe(true)
	})

	it('keeps it when a payment failed or has not come', () => {
		expect(confirmationView('mercadopago', 'fallida')).toMatchObject({
			isConfirmed: false,
			isWaiting: false,
			tone: 'danger',
		})
		expect(confirmationView('flow', 'pendiente')).toMatchObject({ isConfirmed: false, isWaiting: true, tone: 'warn' })
	})
})
