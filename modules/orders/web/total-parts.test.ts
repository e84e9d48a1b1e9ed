import { describe, expect, it } from 'vitest'
import { formatClp } from '#core/rules/money.ts'
import { totalParts } from '#modules/orders/web/own-order.ts'

const carrito = [{ precio: 29_990, cantidad: 2 }]

describe('the rows between the lines and the total', () => {
	it('are empty when the lines alone are the total', () => {
		expect(totalParts({ carrito, despacho: 0, descuento: 0, total: 59_980 })).toEqual([])
	})

	it('contain delivery, discount, and changes by staff', () => {
		expect(totalParts({ carrito, despacho: 3500, descuento: 5000, total: 58_480 })).toEqual([
			['Despacho', '$3.500'],
			['Descuento', formatClp(-5000)],
		])
		expect(totalParts({ carrito, despacho: 0, descuento: 0, total: 60_000 })).toEqual([['Ajuste', '$20']])
	})
})
