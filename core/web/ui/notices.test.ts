import { expect, test } from 'vitest'
import { overlap } from '#core/web/ui/notices.tsx'

test('two boxes overlap by their common area, and by zero when they only touch', () => {
	const box = { left: 0, right: 10, top: 0, bottom: 10 }
	expect(overlap(box, { left: 5, right: 20, top: 8, bottom: 20 })).toBe(10)
	expect(overlap(box, { left: 10, right: 20, top: 0, bottom: 10 })).toBe(0)
	expect(overlap(box, { left: -9, right: -1, top: -9, bottom: -1 })).toBe(0)
})
