import { describe, expect, test } from 'vitest'
import { signFlow } from '#modules/payments/server/flow/flow.ts'

const secret = 'flow_secret_demo_0123456789'
const apiKey = '1F90971E-8276-4715-97FF-2BLG5030EE3B'

describe('signFlow', () => {
	test('covers every parameter in byte order, with raw values', () => {
		const params = {
			apiKey,
			commerceOrder: 'ORD-2026-000123',
			subject: 'Pedido ORD-2026-000123',
			currency: 'CLP',
			amount: '24990',
			email: 'cliente+1@example.cl',
			urlConfirmation: 'https://tienda.example.cl/api/flow/confirm',
			urlReturn: 'https://tienda.example.cl/pago/retorno',
			timeout: '1800',
		}
		expect(signFlow(params, secret)).toBe('667d69154e12c736f8d3ea78d9a21e3f7ead7379fe6218bd3d7db265aff7ffbb')
	})

	test('signs a query in the same way', () => {
		expect(signFlow({ token: 'AJ089FF5467367', apiKey }, secret)).toBe(
			'784a3b7cc894063321607b0ffbeb649cbe64d1e4c96016e45ca65e1ed7fb5837',
		)
	})

	test('encodes non-ASCII letters as UTF-8', () => {
		expect(signFlow({ apiKey: 'K', subject: 'Café ñandú' }, secret)).toBe(
			'62ff1ace94091b270f7a76a92b91d68fb7362fa48eb2bdb84885873655972a86',
		)
	})

	test('sorts capital letters and underscores by their bytes', () => {
		const params = { payment_currency: 'a', paymentMethod: 'b' }
		expect(signFlow(params, secret)).toBe(signFlow({ paymentMethod: 'b', payment_currency: 'a' }, secret))
		expect(signFlow(params, secret)).not.toBe(signFlow({ payment_currency: 'apaymentMethodb' }, secret))
	})
})
