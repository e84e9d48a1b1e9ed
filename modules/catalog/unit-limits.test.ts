import { expect, test } from 'vitest'
import { refuseOpen, refuseUnits, unitLimitsOf } from './unit-limits.ts'

const limits = {
	limite_unidades_linea: 20,
	limite_unidades_orden: 40,
	limite_ordenes_abiertas: 5,
	limite_unidades_abiertas: 60,
}
const lines = (...units: number[]) => units.map((cantidad) => ({ cantidad }))

test('limits the units of an order, of one colour and in all', () => {
	expect(refuseUnits(lines(20, 20), limits)).toBeUndefined()
	expect(refuseUnits(lines(1, 21), limits)?.limite).toBe(20)
	expect(refuseUnits(lines(21), limits)).toEqual({
		code: 'limite_unidades',
		limite: 20,
		text: 'Puedes llevar hasta 20 unidades de cada color en un pedido. Si necesitas más, escríbenos y lo vemos contigo.',
	})
	expect(refuseUnits(lines(20, 20, 1), limits)).toMatchObject({
		limite: 40,
		text: expect.stringContaining('hasta 40 unidades en un pedido'),
	})
	expect(refuseUnits(lines(999), undefined)).toBeUndefined()
})

test('limits the unpaid orders of an account and of a phone, and their units', () => {
	const none = { orders: 0, units: 0 }
	expect(refuseOpen(40, [none, none], limits)).toBeUndefined()
	expect(refuseOpen(20, [{ orders: 4, units: 40 }, none], limits)).toBeUndefined()
	for (const open of [
		[{ orders: 5, units: 5 }, none],
		[none, { orders: 5, units: 5 }],
	]) {
		expect(refuseOpen(1, open, limits)).toEqual({
			code: 'limite_ordenes',
			limite: 5,
			text: 'Ya hay 5 pedidos sin pagar con tu cuenta o tu teléfono. Paga uno desde tus órdenes, o escríbenos para cancelarlo, y podrás hacer este.',
		})
	}
	for (const open of [
		[{ orders: 2, units: 41 }, none],
		[none, { orders: 2, units: 41 }],
	]) {
		expect(refuseOpen(20, open, limits)).toMatchObject({ code: 'limite_unidades', limite: 60 })
	}
})

test('writes a limit of one in the singular', () => {
	const one = { ...limits, limite_unidades_linea: 1, limite_ordenes_abiertas: 1 }
	expect(refuseUnits(lines(2), one)?.text).toContain('hasta 1 unidad de cada color')
	expect(refuseOpen(1, [{ orders: 1, units: 1 }], one)?.text).toContain('Ya hay 1 pedido sin pagar')
})

test('gives pages the limits of one order alone', () => {
	expect(unitLimitsOf(limits)).toEqual({ limite_unidades_linea: 20, limite_unidades_orden: 40 })
})
