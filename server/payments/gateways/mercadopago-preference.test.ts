import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import type { AttemptToOpen } from './gateway.ts'
import { preferenceBody, preferenceItems } from './mercadopago-preference.ts'

const attempt: AttemptToOpen = {
	id: '0b0e7f4c-4a52-4d0a-9a3e-0d8d2f6f5a11',
	nro_orden: 1042,
	orden_id: '7c9a9d0e-3b8f-4a55-8e0c-1a2b3c4d5e6f',
	monto: clp(33_490),
	email: 'ana@correo.cl',
	nombre: 'Ana',
	items: [{ nombre: 'Premium Shaker', color: 'Blanco', cantidad: 1, precio: clp(29_990) }],
	created_at: new Date('2026-11-20T12:00:00Z'),
	expires_at: new Date('2026-11-20T12:30:00Z'),
}

describe('a preference', () => {
	test('lists the goods and the delivery', () => {
		expect(preferenceItems(attempt)).toMatchObject([
			{ title: 'Premium Shaker Blanco', quantity: 1, unit_price: 29_990 },
			{ title: 'Despacho a domicilio', quantity: 1, unit_price: 3_500 },
		])
	})

	test('is one line for the whole order when a discount makes it less than its goods', () => {
		expect(preferenceItems({ ...attempt, monto: clp(24_990) })).toEqual([
			{ title: 'Pedido N° 1042', quantity: 1, currency_id: 'CLP', unit_price: 24_990 },
		])
	})

	test('sums to the total, in whole pesos that are never negative, whatever is bought', () => {
		const item = fc.record({ cantidad: fc.integer({ min: 1, max: 99 }), precio: fc.integer({ min: 0, max: 99_990 }) })
		fc.assert(
			fc.property(fc.array(item, { maxLength: 4 }), fc.integer({ min: 1, max: 9_999_999 }), (goods, monto) => {
				const items = goods.map(({ cantidad, precio }) => ({ nombre: 'S', color: 'C', cantidad, precio: clp(precio) }))
				const lines = preferenceItems({ ...attempt, items, monto: clp(monto) })
				expect(lines.reduce((sum, line) => sum + line.quantity * line.unit_price, 0)).toBe(monto)
				for (const line of lines) expect(Number.isInteger(line.unit_price) && line.unit_price >= 0).toBe(true)
			}),
		)
	})

	test('returns by itself only to a public address', () => {
		expect(preferenceBody(attempt, { publicUrl: 'http://localhost:3000' })).not.toHaveProperty('auto_return')
		expect(preferenceBody(attempt, { publicUrl: 'https://tienda.cl' })).toMatchObject({
			auto_return: 'approved',
			back_urls: { success: 'https://tienda.cl/checkout-success?metodo=mercadopago' },
			notification_url: 'https://tienda.cl/api/webhooks/mercadopago/?source_news=webhooks',
			expiration_date_to: '2026-11-20T12:30:00.000+00:00',
			external_reference: attempt.id,
		})
	})
})
