import { expect, test } from 'vitest'
import { GatewayRefused, GatewayUnavailable } from './gateways/gateway.ts'
import { createPatience } from './patience.ts'

test('a gateway is silent after three failures of one round, and only that one', () => {
	const patience = createPatience()
	for (let n = 0; n < 3; n += 1) {
		expect(patience.isSilent('flow')).toBe(false)
		patience.failed('flow', new GatewayUnavailable('503'))
	}
	expect(patience.isSilent('flow')).toBe(true)
	expect(patience.isSilent('webpay')).toBe(false)
})

test('a gateway that refuses is not silent, however often it does', () => {
	const patience = createPatience()
	for (let n = 0; n < 10; n += 1) patience.failed('flow', new GatewayRefused('401'))
	expect(patience.isSilent('flow')).toBe(false)
})

test('a round is over before the next one begins', () => {
	let elapsedMs = 5_000
	const patience = createPatience(() => elapsedMs)
	elapsedMs += 39_000
	expect(patience.isOver()).toBe(false)
	elapsedMs += 2_000
	expect(patience.isOver()).toBe(true)
})
