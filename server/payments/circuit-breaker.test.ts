import { expect, test } from 'vitest'
import { GatewayRefused, GatewayUnavailable } from '#server/payments/gateways/gateway.ts'
import { createCircuitBreaker, pollEach } from './circuit-breaker.ts'

const silence = () => new GatewayUnavailable('503')

test('a gateway that answers nothing of what it is polled in a round is silent, and only that one', () => {
	const breaker = createCircuitBreaker()
	for (let n = 0; n < 20; n += 1) {
		expect(breaker.isOpen('flow')).toBe(false)
		breaker.failed('flow', silence())
	}
	expect(breaker.isOpen('flow')).toBe(true)
	expect(breaker.isOpen('webpay')).toBe(false)
})

test('a gateway that answers anything is not silent, however much it leaves unanswered', () => {
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

test('what fails in the shop itself says nothing about a gateway', () => {
	const breaker = createCircuitBreaker()
	breaker.failed('flow', new Error('the database is away'))
	for (let n = 0; n < 20; n += 1) breaker.failed('flow', silence())
	expect(breaker.isOpen('flow')).toBe(true)
})

test('a round is over before the next one begins', () => {
	let elapsedMs = 5_000
	const breaker = createCircuitBreaker(() => elapsedMs)
	elapsedMs += 39_000
	expect(breaker.isOver()).toBe(false)
	elapsedMs += 2_000
	expect(breaker.isOver()).toBe(true)
})

test('what fails keeps none of the others from being polled, and a gateway that is silent is polled no more', async () => {
	const items = Array.from({ length: 40 }, (_, n) => n)
	const onFailed = async () => {}
	const someAnswer = async (n: number) => {
		if (n % 8 !== 7) throw silence()
	}
	const breaker = createCircuitBreaker()
	expect(await pollEach(breaker, 'flow', items, { atOnce: 1, ask: someAnswer, onFailed })).toEqual({
		polled: 40,
		failed: 35,
	})
	const noneAnswers = () => Promise.reject(silence())
	expect(await pollEach(breaker, 'webpay', items, { atOnce: 1, ask: noneAnswers, onFailed })).toEqual({
		polled: 20,
		failed: 20,
	})
	expect(await pollEach(breaker, 'webpay', items, { atOnce: 1, ask: noneAnswers, onFailed })).toEqual({
		polled: 0,
		failed: 0,
	})
})
