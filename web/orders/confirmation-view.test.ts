import { describe, expect, it } from 'vitest'
import { metodosPago } from '#domain/orders/metodo-pago.ts'
import { confirmationView } from '#web/orders/confirmation-view.ts'

describe('what a confirmation says', () => {
	it('stands for whatever is paid', () => {
		for (const metodo of metodosPago) {
			expect(confirmationView(metodo, 'pagada').isConfirmed).toBe(true)
		}
	})

	it('tells of the tax document that is on its way, and of none where there is none', () => {
		expect(confirmationView('webpay', 'pagada', 39).steps).toContain('Tu boleta llega a tu correo.')
		expect(confirmationView('flow', 'completado', 33).steps).toContain('Tu factura llega a tu correo.')
		expect(confirmationView('webpay', 'pagada', null).steps.join()).not.toContain('correo')
	})

	it('stands for a transfer and for cash as soon as the order is made', () => {
		expect(confirmationView('transferencia', 'pendiente').isConfirmed).toBe(true)
		expect(confirmationView('efectivo', 'pendiente').isConfirmed).toBe(true)
	})

	it('offers another try at a gateway that failed or has not answered', () => {
		const open = { isConfirmed: false, canRetry: true }
		expect(confirmationView('mercadopago', 'fallida')).toMatchObject({ ...open, isWaiting: false, tone: 'danger' })
		expect(confirmationView('flow', 'pendiente')).toMatchObject({ ...open, isWaiting: true, tone: 'warn' })
	})

	it('speaks of no card and no cart where there is none', () => {
		const over = { tone: 'danger', canRetry: false, steps: [] }
		expect(confirmationView('transferencia', 'fallida')).toMatchObject(over)
		expect(confirmationView('webpay', 'cancelado')).toMatchObject(over)
	})
})
