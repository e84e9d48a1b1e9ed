import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import type { AttemptToOpen } from '#modules/payments/server/gateways/gateway.ts'
import { preferenceBody, preferenceItems } from '#modules/payments/server/mercadopago/mercadopago.ts'

const attempt: AttemptToOpen = {
	id: '0b0e7f4c-4a52-4d0a-9a3e-0d8d2f6f5a11',
	nro_orden: 1042,
	orden_id: '7c9a9d0e-3b8f-4a55-8e0c-1a2b3c4d5e6f',
	monto: clp(33_490),
	email: 'ana@correo.cl',
	nombre: 'Ana Ñúñez Soto',
	items: [{ sku: 'shaker-650', nombre: 'Premium Shaker', color: 'Blanco', cantidad: 1, precio: clp(29_990) }],
	created_at: new Date('2026-11-20T12:00:00Z'),
	expires_at: new Date('2026-11-20T12:30:00Z'),
}

const shaker = { id: 'shaker-650', title: 'Premium Shaker Blanco', category_id: 'home' }
const whole = { id: 'pedido-1042', title: 'Pedido N° 1042', category_id: 'home' }

describe('preferenceBody', () => {
	test('sends no surname for a customer without one', () => {
		const { payer } = preferenceBody({ ...attempt, nombre: 'Ana' }, { publicUrl: 'https://tienda.cl' })
		expect(payer).toEqual({ name: 'Ana', email: 'ana@correo.cl' })
	})

	test('lists only goods when the delivery is free', () => {
		expect(preferenceItems({ ...attempt, monto: clp(29_990) })).toEqual([
			{ ...shaker, quantity: 1, currency_id: 'CLP', unit_price: 29_990 },
		])
	})

	test('merges the order into one line when a discount makes it less than its goods', () => {
		expect(preferenceItems({ ...attempt, monto: clp(24_990) })).toEqual([
			{ ...whole, quantity: 1, currency_id: 'CLP', unit_price: 24_990 },
		])
	})

	test('sums to the total, in whole CLP that are never negative, for any cart', () => {
		const item = fc.record({ cantidad: fc.integer({ min: 1, max: 99 }), precio: fc.integer({ min: 0, max: 99_990 }) })
		fc.assert(
			fc.property(fc.array(item, { maxLength: 4 }), fc.integer({ min: 1, max: 9_999_999 }), (goods, monto) => {
				const items = goods.map(({ cantidad, precio }) => ({
					sku: 's',
					nombre: 'S',
					color: 'C',
					cantidad,
					precio: clp(precio),
				}))
				const lines = preferenceItems({ ...attempt, items, monto: clp(monto) })
				expect(lines.reduce((sum, line) => sum + line.quantity * line.unit_price, 0)).toBe(monto)
				for (const line of lines) expect(Number.isInteger(line.unit_price) && line.unit_price >= 0).toBe(true)
			}),
		)
	})

	test('returns automatically only to a public address', () => {
		expect(preferenceBody(attempt, { publicUrl: 'http://localhost:3000' })).not.toHaveProperty('auto_return')
		expect(preferenceBody(attempt, { publicUrl: 'https://tienda.cl' })).toHaveProperty('auto_return', 'approved')
	})

	test('sends payer, items, expiry and addresses, and excludes cash', () => {
		const back = 'https://tienda.cl/checkout-success?metodo=mercadopago'
		const item = { quantity: 1, currency_id: 'CLP' }
		expect(preferenceBody(attempt, { publicUrl: 'https://tienda.cl' })).toEqual({
			items: [
				{ ...item, ...shaker, unit_price: 29_990 },
				{ ...item, id: 'despacho', category_id: 'services', title: 'Despacho a domicilio', unit_price: 3_500 },
			],
			external_reference: attempt.id,
			payer: { name: 'Ana', surname: 'Ñúñez Soto', email: 'ana@correo.cl' },
			back_urls: { success: back, failure: back, pending: back },
			auto_return: 'approved',
			notification_url: 'https://tienda.cl/api/webhooks/mercadopago/?source_news=webhooks',
			expires: true,
			expiration_date_to: '2026-11-20T12:30:00.000+00:00',
			payment_methods: { excluded_payment_types: [{ id: 'ticket' }] },
			statement_descriptor: 'PREMIUMSHAKER',
			metadata: { nro_orden: 1042 },
		})
	})
})
