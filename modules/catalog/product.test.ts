import { expect, it } from 'vitest'
import { crossesThreshold } from './product.ts'

it('reports low stock only when it crosses the threshold', () => {
	expect(crossesThreshold(6, 5, 5)).toBe(true)
	expect(crossesThreshold(5, 4, 5)).toBe(false)
	expect(crossesThreshold(3, 9, 5)).toBe(false)
})
