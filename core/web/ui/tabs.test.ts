import { describe, expect, it } from 'vitest'
import { tabAt } from '#core/web/ui/tabs.tsx'

describe('the tabs by keyboard', () => {
	it('cycle with both pairs of arrows', () => {
		expect(tabAt('ArrowDown', 0, 3)).toBe(1)
		expect(tabAt('ArrowRight', 2, 3)).toBe(0)
		expect(tabAt('ArrowUp', 0, 3)).toBe(2)
		expect(tabAt('ArrowLeft', 1, 3)).toBe(0)
	})

	it('go to the first and the last on Home and End', () => {
		expect(tabAt('Home', 2, 3)).toBe(0)
		expect(tabAt('End', 0, 3)).toBe(2)
	})

	it('ignore other keys', () => {
		expect(tabAt('Tab', 0, 3)).toBeUndefined()
		expect(tabAt('a', 0, 3)).toBeUndefined()
	})
})
