import { describe, expect, it } from 'vitest'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { confirmationCall, confirmationView } from '#modules/checkout/web/confirmation-call.ts'

function callOf(query: string) {
	const call = confirmationCall(new URLSearchParams(query))
	return call && { metodo: call.metodo, path: call.request.address }
}

describe('the call that confirms an order', () => {
	it('reads a Mercado Pago payment by its reference', () => {
		expect(callOf('metodo=mercadopago&external_reference=a&payment_id=7&status=approved')).toEqual({
			metodo: 'mercadopago',
			path: '/api/pago_exitoso/?external_reference=a&payment_id=7',
		})
	})

	it('reads Flow by its token, or by the order without one', () => {
		expect(callOf('token=t')?.path).toBe('/api/flow/status/?token=t')
		expect(callOf('metodo=flow&orden_ref=1043')?.path).toBe('/api/flow/message/?nro_orden=1043')
	})

	it('reads Webpay and cash by the order', () => {
		expect(callOf('metodo=webpay&orden_id=a')?.path).toBe('/api/webpay/status/?orden_id=a')
		expect(callOf('metodo=efectivo&orden_id=a')?.path).toBe('/api/orden_efectivo_exitosa/?orden_id=a')
	})

	it('treats an order alone as a transfer', () => {
		expect(callOf('orden_id=a')).toEqual({
			metodo: 'transferencia',
			path: '/api/orden_transferencia_exitosa/?orden_id=a',
		})
	})

	it('is undefined when the URL names no order', () => {
		for (const query of [
			'',
			'metodo=mercadopago',
			'metodo=flow',
			'metodo=efectivo',
			'metodo=oro&orden_id=a',
			'orden_id=',
		]) {
			expect(callOf(query)).toBeUndefined()
		}
	})

	it('escapes its parameters', () => {
		expect(callOf(`orden_id=${encodeURIComponent('a&b=c')}`)?.path).toBe(
			'/api/orden_transferencia_exitosa/?orden_id=a%26b%3Dc',
		)
	})
})

describe('what the page shows', () => {
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
})
