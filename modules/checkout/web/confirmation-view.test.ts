import { describe, expect, it } from 'vitest'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { confirmationView } from '#modules/checkout/web/confirmation-call.ts'

describe('the view of a confirmation', () => {
	it('is positive for a paid order', () => {
		for (const metodo of metodosPago) {
			expect(confirmationView(metodo, 'pagada').isConfirmed).toBe(true)
		}
	})

	it('ends with the steps of modules, once the order is paid', () => {
		expect(confirmationView('webpay', 'pagada', ['Tu boleta llega a tu correo.']).steps.at(-1)).toBe(
			'Tu boleta llega a tu correo.',
		)
		expect(confirmationView('webpay', 'pendiente', ['Tu boleta llega a tu correo.']).steps.join()).not.toContain(
			'boleta',
		)
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
