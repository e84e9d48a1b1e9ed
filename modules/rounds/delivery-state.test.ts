import { expect, test } from 'vitest'
import { fittedSize } from '#modules/rounds/delivery-state.ts'

test('scales a photo to a longest side of 1600 pixels, and keeps a small one', () => {
	expect(fittedSize(4032, 3024)).toEqual({ width: 1600, height: 1200 })
	expect(fittedSize(3024, 4032)).toEqual({ width: 1200, height: 1600 })
	expect(fittedSize(800, 600)).toEqual({ width: 800, height: 600 })
	expect(fittedSize(20_000, 1)).toEqual({ width: 1600, height: 1 })
})
