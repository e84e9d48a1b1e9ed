import { expect, it } from 'vitest'
import { linkMessage, waysFor } from '#modules/staff-sales/staff-sales.ts'

const all = { gateways: ['webpay'], efectivo: true } as const

it('offers what the shop offers, and nothing handed over now that is to be delivered', () => {
	expect(waysFor('retiro', all)).toEqual(['enlace', 'transferencia', 'efectivo', 'entregada'])
	expect(waysFor('despacho', all)).toEqual(['enlace', 'transferencia', 'efectivo'])
	expect(waysFor('retiro', { gateways: [], efectivo: false })).toEqual(['transferencia', 'entregada'])
})

it('greets the customer by the first name, with the amount and the link', () => {
	const link = 'https://premiumshaker.cl/orden/abc'
	expect(linkMessage({ nombre: 'Rosa Díaz', link, total: '$29.990' })).toBe(
		`Hola Rosa, tu Premium Shaker está reservado. Revisa tu pedido y paga $29.990 aquí: ${link}`,
	)
})
