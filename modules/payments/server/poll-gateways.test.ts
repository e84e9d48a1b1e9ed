import { expect, test } from 'vitest'
import { GatewayRefused, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'
import { createCircuitBreaker, pollEach } from '#modules/payments/server/poll-gateways.ts'

const silence = () => new GatewayUnavailable('503')

test("opens only for the gateway that answers none of a run's calls", () => {
	const breaker = createCircuitBreaker()
	for (let n = 0; n < 20; n += 1) {
		expect(breaker.isOpen('flow')).toBe(false)
		breaker.failed('flow', silence())
	}
	expect(breaker.isOpen('flow')).toBe(true)
	expect(breaker.isOpen('webpay')).toBe(false)
})

test('stays closed for a gateway that answers anything, however many calls fail', () => {
	const answers: ((of: ReturnType<typeof createCircuitBreaker>) => void)[] = [
		(breaker) => breaker.answered('flow'),
		(breaker) => breaker.failed('flow', new GatewayRefused('401')),
		(breaker) => breaker.failed('flow', new GatewayUnavailable('made no sense', { hasAnswered: true })),
	]
	for (const answer of answers) {
		const breaker = createCircuitBreaker()
		answer(breaker)
		for (let n = 0; n < 40; n += 1) breaker.failed('flow', silence())
		expect(breaker.isOpen('flow')).toBe(false)
	}
})

test('ignores failures of the shop itself', () => {
	const breaker = createCircuitBreaker()
	breaker.failed('flow', new Error('the database is away'))
	for (let n = 0; n < 20; n += 1) breaker.failed('flow', silence())
	expect(breaker.isOpen('flow')).toBe(true)
})

test('ends a run before the next one begins', () => {
	let elapsedMs = 5_000
	const breaker = createCircuitBreaker(() => elapsedMs)
	elapsedMs += 39_000
	expect(breaker.isOver()).toBe(false)
	elapsedMs += 2_000
	expect(breaker.isOver()).toBe(true)
})

test('polls the other gateways after a failure, and polls a silent one no more', async () => {
	const items = Array.from({ length: 40 }, (_, n) => n)
	const onFailed = async () => {}
	const someAnswer = async (n: number) => {
		if (n % 8 !== 7) throw silence()
	}
	const breaker = createCircuitBreaker()
	expect(await pollEach(breaker, 'flow', items, { atOnce: 1, poll: someAnswer, onFailed })).toEqual({
		polled: 40,
		failed: 35,
	})
	const noneAnswers = () => Promise.reject(silence())
	expect(await pollEach(breaker, 'webpay', items, { atOnce: 1, poll: noneAnswers, onFailed })).toEqual({
		polled: 20,
		failed: 20,
	})
	expect(await pollEach(breaker, 'webpay', items, { atOnce: 1, poll: noneAnswers, onFailed })).toEqual({
		polled: 0,
		failed: 0,
	})
})
