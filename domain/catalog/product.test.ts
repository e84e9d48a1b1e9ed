import { expect, it } from 'vitest'
import { crossesThreshold } from './product.ts'

it('tells of a low stock at the moment it becomes low', () => {
	expect(crossesThreshold(6, 5, 5)).toBe(true)
	expect(crossesThreshold(5, 4, 5)).toBe(false)
	expect(crossesThreshold(3, 9, 5)).toBe(false)
})
