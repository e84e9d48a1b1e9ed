import { expect, it } from 'vitest'
import { linkMessage, waysFor } from '#modules/staff-sales/staff-sales.ts'

const all = { gateways: ['webpay'], efectivo: true } as const

it('offers what the shop offers, and nothing handed over now that is to be delivered', () => {
	expect(waysFor('retiro', all)).toEqual(['enlace', 'transferencia', 'efectivo', 'entregada'])
	expect(waysFor('despacho', all)).toEqual(['enlace', 'transferencia', 'efectivo'])
	expect(waysFor('retiro', { gateways: [], efectivo: false })).toEqual(['transferencia', 'entregada'])
})

it('greets the customer by the first name, and says what to do at the link', () => {
	const link = 'https://premiumshaker.cl/orden/abc'
	const message = (metodo_pago: string, estado = 'pendiente') =>
		linkMessage({ nombre: 'Rosa Díaz', total: 29_990, estado, metodo_pago }, link)
	expect(message('webpay')).toBe(
		`Hola Rosa, tu Premium Shaker está reservado. Revisa tu pedido y paga $29.990 aquí: ${link}`,
	)
	expect(message('transferencia')).toContain('Transfiere $29.990')
	expect(message('efectivo')).not.toContain('paga')
	expect(message('webpay', 'fallida')).not.toContain('reservado')
})
