import { expect, it } from 'vitest'
import { numberIn } from '#server/staff/orders/order-filter.ts'
import { toPrefixQuery } from './prefix-query.ts'

it.each([
	['José Núñez', "'jose':* & 'nunez':*"],
	['camila.rojas@correo.cl', "'camila':* & 'rojas':* & 'correo':* & 'cl':*"],
	["' | !x:*", "'x':*"],
	['  ', undefined],
	['¿?', undefined],
])('searches %j as %j', (typed, search) => {
	expect(toPrefixQuery(typed)).toBe(search)
})

it('reads no more than eight words', () => {
	expect(toPrefixQuery('a '.repeat(50))?.split('&').length).toBe(8)
})

it.each([
	['1042', '1042'],
	['#1042', '1042'],
	['N° 1042', '1042'],
	['001042', '1042'],
	['10 42', undefined],
	['camila', undefined],
	['12345678901', undefined],
])('takes %j for the number %j', (typed, number) => {
	expect(numberIn(typed)).toBe(number)
})
