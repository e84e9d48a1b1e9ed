import { expect, test } from 'vitest'
import { isReservationOver, largeReservation } from './held-stock.ts'

const colors = (...of: [stock: number, held: number][]) =>
	of.map(([stock, held], place) => ({ color: ['Blanco', 'Negro'][place] ?? '', stock, held }))

test('reports more than the set part of the stock as a large hold', () => {
	expect(largeReservation(colors([50, 15], [20, 15]), 30)).toBeUndefined()
	expect(largeReservation(colors([49, 16], [20, 15]), 30)).toEqual({ percent: 31, units: 31, colors: [] })
})

test('reports the whole rest of a colour, whatever the part', () => {
	expect(largeReservation(colors([0, 5], [500, 0]), 30)).toEqual({ percent: 1, units: 5, colors: ['Blanco'] })
	expect(largeReservation(colors([1, 5], [500, 0]), 30)).toBeUndefined()
})

test('ignores the last units of a small stock', () => {
	expect(largeReservation(colors([0, 4], [3, 0]), 30)).toBeUndefined()
	expect(largeReservation([], 30)).toBeUndefined()
})

test('ends when ten points less are reserved and every colour is available again', () => {
	expect(isReservationOver(colors([75, 25]), 30)).toBe(false)
	expect(isReservationOver(colors([80, 20]), 30)).toBe(true)
	expect(isReservationOver(colors([0, 5], [500, 0]), 30)).toBe(false)
})
