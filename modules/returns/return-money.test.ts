import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyOfReturn, type PaidOrder, paidParts, unitShares } from '#modules/returns/return-money.ts'

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const all = (order: PaidOrder) => [...unitShares(order).values()].flat()

describe('unitShares', () => {
	it('shares a coupon of 1,000 pesos over three units to the peso', () => {
		const order = { total: 88_970 + 3_990, despacho: 3_990, lineas: [{ posicion: 0, precio: 29_990, cantidad: 3 }] }
		expect(unitShares(order).get(0)).toEqual([29_657, 29_657, 29_656])
	})

	it('shares nothing where the coupon paid the goods, and gives the rest of the delivery alone', () => {
		const order = { total: 2_000, despacho: 3_990, lineas: [{ posicion: 0, precio: 1_000, cantidad: 2 }] }
		expect(all(order)).toEqual([0, 0])
		expect(moneyOfReturn(order, [{ posicion: 0, before: 0, now: 2 }], false)).toBe(2_000)
	})
})

describe('moneyOfReturn', () => {
	it('adds the delivery with the last unit, once, and not for a courtesy', () => {
		const order = { total: 63_970, despacho: 3_990, lineas: [{ posicion: 0, precio: 29_990, cantidad: 2 }] }
		const back = (before: number, now: number, isCourtesy = false) =>
			moneyOfReturn(order, [{ posicion: 0, before, now }], isCourtesy)
		expect([back(0, 1), back(1, 1), back(0, 2)]).toEqual([29_990, 33_980, 63_970])
		expect(back(1, 1, true)).toBe(29_990)
		expect(back(2, 0)).toBe(0)
	})
})

const anOrder = fc
	.record({
		lines: fc.array(
			fc.record({ precio: fc.integer({ min: 0, max: 2_000_000 }), cantidad: fc.integer({ min: 1, max: 6 }) }),
			{
				minLength: 1,
				maxLength: 5,
			},
		),
		despacho: fc.integer({ min: 0, max: 20_000 }),
		paid: fc.double({ min: 0, max: 1, noNaN: true }),
	})
	.map(({ lines, despacho, paid }): PaidOrder => {
		const lineas = lines.map((line, posicion) => ({ ...line, posicion }))
		const full = despacho + sumOf(lineas.map(({ precio, cantidad }) => precio * cantidad))
		return { total: Math.round(full * paid), despacho, lineas }
	})

describe('the returns of an order, in any order and split', () => {
	it('share what was paid for the goods exactly, each unit by its price to the peso', () => {
		fc.assert(
			fc.property(anOrder, (order) => {
				const { goods, delivery } = paidParts(order)
				expect(goods + delivery).toBe(order.total)
				expect(sumOf(all(order))).toBe(goods)
				const prices = sumOf(order.lineas.map(({ precio, cantidad }) => precio * cantidad))
				for (const { posicion, precio } of order.lineas) {
					for (const share of unitShares(order).get(posicion) ?? []) {
						expect(share).toBeGreaterThanOrEqual(0)
						if (prices > 0) expect(Math.abs(share - (goods * precio) / prices)).toBeLessThanOrEqual(1)
					}
				}
			}),
		)
	})

	it('never give more than was paid, and give all of it with the last unit', () => {
		const sequence = fc.array(fc.array(fc.nat({ max: 3 }), { minLength: 5, maxLength: 5 }), { maxLength: 12 })
		fc.assert(
			fc.property(anOrder, sequence, (order, tries) => {
				const back = new Map<number, number>()
				let given = 0
				const giveBack = (units: readonly number[]) => {
					const lines = order.lineas.map(({ posicion, cantidad }) => {
						const before = back.get(posicion) ?? 0
						const now = Math.min(units[posicion] ?? 0, cantidad - before)
						back.set(posicion, before + now)
						return { posicion, before, now }
					})
					given += moneyOfReturn(order, lines, false)
					expect(given).toBeLessThanOrEqual(order.total)
				}
				for (const units of tries) giveBack(units)
				giveBack(order.lineas.map(({ cantidad }) => cantidad))
				expect(given).toBe(order.total)
				giveBack(order.lineas.map(({ cantidad }) => cantidad))
				expect(given).toBe(order.total)
			}),
		)
	})
})
