import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isCoupon } from '#web/orders/coupon.ts'

const digest = createHash('sha256').update('VERANO').digest('hex')

describe('the discount code in the page', () => {
	it('is compared trimmed and without case', async () => {
		expect(await isCoupon('  verano ', digest)).toBe(true)
		expect(await isCoupon('VERANO', digest)).toBe(true)
	})

	it('is no other code, no empty one, and none where the shop has none', async () => {
		expect(await isCoupon('VERANO2', digest)).toBe(false)
		expect(await isCoupon('   ', digest)).toBe(false)
		expect(await isCoupon('VERANO', null)).toBe(false)
	})
})
