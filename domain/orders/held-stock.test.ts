import { expect, test } from 'vitest'
import { isHoldOver, largeHold } from './held-stock.ts'

const colors = (...of: [stock: number, held: number][]) =>
	of.map(([stock, held], place) => ({ color: ['Blanco', 'Negro'][place] ?? '', stock, held }))

test('more than the named part of the stock is a large hold', () => {
	expect(largeHold(colors([50, 15], [20, 15]), 30)).toBeUndefined()
	expect(largeHold(colors([49, 16], [20, 15]), 30)).toEqual({ percent: 31, units: 31, colors: [] })
})

test('all that is left of a colour is one, whatever the part', () => {
	expect(largeHold(colors([0, 5], [500, 0]), 30)).toEqual({ percent: 1, units: 5, colors: ['Blanco'] })
	expect(largeHold(colors([1, 5], [500, 0]), 30)).toBeUndefined()
})

test('the last units of a small stock are none', () => {
	expect(largeHold(colors([0, 4], [3, 0]), 30)).toBeUndefined()
	expect(largeHold([], 30)).toBeUndefined()
})

test('it is over when ten points less are held and every colour can be bought again', () => {
	expect(isHoldOver(colors([75, 25]), 30)).toBe(false)
	expect(isHoldOver(colors([80, 20]), 30)).toBe(true)
	expect(isHoldOver(colors([0, 5], [500, 0]), 30)).toBe(false)
})
