import { describe, expect, it } from 'vitest'
import { numberIn } from '#modules/staff-orders/server/list-orders.ts'

describe('numberIn', () => {
	it.each([
		['1042', '1042'],
		['#1042', '1042'],
		['N° 1042', '1042'],
		['001042', '1042'],
		['10 42', undefined],
		['camila', undefined],
		['12345678901', undefined],
	])('reads %j as the number %j', (typed, number) => {
		expect(numberIn(typed)).toBe(number)
	})
})
