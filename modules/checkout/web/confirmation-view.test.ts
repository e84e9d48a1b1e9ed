import { describe, expect, it } from 'vitest'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { confirmationView } from '#modules/checkout/web/confirmation-view.ts'

describe('the view of a confirmation', () => {
	it('is positive for a paid order', () => {
		for (const metodo of metodosPago) {
			expect(confirmationView(metodo, 'pagada').isConfirmed).toBe(true)
		}
	})

	it('names the pending tax document, if any', () => {
		expect(confirmationView('webpay', 'pagada', 39).steps).toContain('Tu boleta llega a tu correo.')
		expect(confirmationView('flow', 'completado', 33).steps).toContain('Tu factura llega a tu correo.')
		expect(confirmationView('webpay', 'pagada', null).steps.join()).not.toContain('correo')
	})

	it('is positive for a transfer and for cash when the order is created', () => {
		expect(confirmationView('transferencia', 'pendiente').isConfirmed).toBe(true)
		expect(confirmationView('efectivo', 'pendiente').isConfirmed).toBe(true)
	})

	it('offers a retry for a failed or silent gateway', () => {
		const open = { isConfirmed: false, canRetry: true }
		expect(confirmationView('mercadopago', 'fallida')).toMatchObject({ ...open, isWaiting: false, tone: 'danger' })
		expect(confirmationView('flow', 'pendiente')).toMatchObject({ ...open, isWaiting: true, tone: 'warn' })
	})

	it('mentions no card and no cart when there is none', () => {
		const over = { tone: 'danger', canRetry: false, steps: [] }
		expect(confirmationView('transferencia', 'fallida')).toMatchObject(over)
		expect(confirmationView('webpay', 'cancelado')).toMatchObject(over)
	})
})
