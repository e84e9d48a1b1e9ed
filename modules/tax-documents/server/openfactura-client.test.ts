import { expect, test } from 'vitest'
import { createCallPace } from '#modules/tax-documents/server/openfactura-client.ts'

/** A pace on a clock that advances only while a call waits. */
function paced(perSecond: number, perMinute: number) {
	let now = 0
	const pace = createCallPace({
		perSecond,
		perMinute,
		elapsed: () => now,
		sleep: async (ms) => {
			now += ms
		},
	})
	return { pace, now: () => now }
}

test('lets three calls start at once and the fourth a second later', async () => {
	const { pace, now } = paced(3, 100)
	const began: number[] = []
	for (let call = 0; call < 7; call += 1) {
		await pace.turn()
		began.push(now())
	}
	expect(began).toEqual([0, 0, 0, 1_100, 1_100, 1_100, 2_200])
})

test('does not wait for a minute, but returns the time of a retry', async () => {
	const { pace, now } = paced(3, 4)
	for (let call = 0; call < 4; call += 1) expect(await pace.turn()).toBeUndefined()
	expect(await pace.turn()).toEqual({ retryAfterSeconds: 65 })
	expect(now()).toBe(1_100)
})

test('delays nothing without a limit', async () => {
	const { pace, now } = paced(0, 0)
	for (let call = 0; call < 50; call += 1) await pace.turn()
	expect(now()).toBe(0)
})
