import { describe, expect, it } from 'vitest'
import { tabAt } from '#web/ui/tabs.tsx'

describe('the tabs by keyboard', () => {
	it('walk with both pairs of arrows, in a ring', () => {
		expect(tabAt('ArrowDown', 0, 3)).toBe(1)
		expect(tabAt('ArrowRight', 2, 3)).toBe(0)
		expect(tabAt('ArrowUp', 0, 3)).toBe(2)
		expect(tabAt('ArrowLeft', 1, 3)).toBe(0)
	})

	it('jump to the first and the last', () => {
		expect(tabAt('Home', 2, 3)).toBe(0)
		expect(tabAt('End', 0, 3)).toBe(2)
	})

	it('leave other keys alone', () => {
		expect(tabAt('Tab', 0, 3)).toBeUndefined()
		expect(tabAt('a', 0, 3)).toBeUndefined()
	})
})
