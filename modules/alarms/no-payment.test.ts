import { expect, it } from 'vitest'
import { hoursWithoutPayment } from './no-payment.ts'

const weekly = (hours: number) => [1, 2, 3, 4].map((week) => week * 168 + hours)
const buyers = (...hours: number[]) => hours.map((age, buyer) => ({ hours: age, buyer }))

it.each([
	['nobody pays in an hour that sold in each of four weeks', weekly(0.5), buyers(0.6, 0.7, 0.9), 1],
	['a quiet shop sells once a day, and nobody paid for a day', weekly(20), buyers(1, 9, 22), 24],
	['one week had no sale in those hours: a young shop', weekly(0.5).slice(1), buyers(0.6, 0.7, 0.9), undefined],
	['nobody tries to pay: a quiet day', weekly(0.5), [], undefined],
	['two buyers gave up', weekly(0.5), buyers(0.6, 0.7), undefined],
	['one buyer tried three times', weekly(0.5), [0.6, 0.7, 0.9].map((hours) => ({ hours, buyer: 1 })), undefined],
	['the buyers may still be paying', weekly(0.5), buyers(0.1, 0.2, 0.3), undefined],
	['somebody paid a minute ago', [...weekly(0.5), 0.01], buyers(0.6, 0.7, 0.9), undefined],
	['it usually sells at another hour', weekly(30), buyers(1, 9, 22), undefined],
	['a payment six hours ago does not excuse three hours without any', [...weekly(2), 6], buyers(1, 2, 2.5), 3],
])('%s', (_case, paid, unpaid, expected) => {
	expect(hoursWithoutPayment({ paid, unpaid })).toBe(expected)
})
