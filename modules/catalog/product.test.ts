import { expect, it } from 'vitest'
import { crossesThreshold, isLowStock } from './product.ts'

it('reports low stock only when it crosses the threshold', () => {
	expect(crossesThreshold(6, 5, 5)).toBe(true)
	expect(crossesThreshold(5, 4, 5)).toBe(false)
	expect(crossesThreshold(3, 9, 5)).toBe(false)
	expect(crossesThreshold(5, 6, 5)).toBe(false)
	expect(crossesThreshold(6, 6, 5)).toBe(false)
})

it('counts a colour exactly at its threshold as low, also at a threshold of 0', () => {
	expect([4, 5, 6].map((stock) => isLowStock(stock, 5))).toEqual([true, true, false])
	expect([0, 1].map((stock) => isLowStock(stock, 0))).toEqual([true, false])
})
