import { expect, test } from 'vitest'
import { unitLimitsOf, unitsProblem } from './unit-limits.ts'

const limits = {
	limite_unidades_linea: 20,
	limite_unidades_orden: 40,
}
const lines = (...units: number[]) => units.map((cantidad) => ({ cantidad }))

test('limits the units of an order, of one colour and in all', () => {
	expect(unitsProblem(lines(20, 20), limits)).toBeUndefined()
	expect(unitsProblem(lines(1, 21), limits)?.limite).toBe(20)
	expect(unitsProblem(lines(21), limits)).toEqual({
		limite: 20,
		text: 'Puedes llevar hasta 20 unidades de cada color en un pedido. Si necesitas más, escríbenos y lo vemos contigo.',
	})
	expect(unitsProblem(lines(20, 20, 1), limits)).toMatchObject({
		limite: 40,
		text: expect.stringContaining('hasta 40 unidades en un pedido'),
	})
	expect(unitsProblem(lines(999), undefined)).toBeUndefined()
})

test('writes a limit of one in the singular', () => {
	const one = { ...limits, limite_unidades_linea: 1 }
	expect(unitsProblem(lines(2), one)?.text).toContain('hasta 1 unidad de cada color')
})

test('gives pages the limits of one order alone', () => {
	expect(unitLimitsOf(limits)).toEqual({ limite_unidades_linea: 20, limite_unidades_orden: 40 })
})
