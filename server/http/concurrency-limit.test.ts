import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fail } from '#contract/failure.ts'
import { createConcurrencyLimit } from '#server/http/concurrency-limit.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'

it('runs only so many at once, lets others wait, and turns away the rest', async () => {
	const withLimit = createConcurrencyLimit({ atOnce: 2, maxWaiting: 3 })
	let running = 0
	let most = 0
	const work = async () => {
		running += 1
		most = Math.max(most, running)
		await wait(5)
		running -= 1
	}
	const calls = await Promise.allSettled(Array.from({ length: 7 }, () => withLimit(work)))
	expect(most).toBe(2)
	const refused = calls.filter((call) => call.status === 'rejected')
	expect(refused).toHaveLength(2)
	expect(refused.every(({ reason }) => reason instanceof FailureAnswer)).toBe(true)
})

it('gives the turn on when the work fails', async () => {
	const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 1 })
	const [failed, next] = await Promise.allSettled([
		withLimit(() => Promise.reject(new Error('broken'))),
		withLimit(async () => 'done'),
	])
	expect(failed.status).toBe('rejected')
	expect(next).toMatchObject({ value: 'done' })
})

it('serves what is first before everything else, and keeps places for it', async () => {
	const withLimit = createConcurrencyLimit({
		atOnce: 1,
		maxWaiting: 2,
		maxFirst: 1,
		refusal: () => fail('demasiadas_solicitudes'),
	})
	const done: string[] = []
	const work = (name: string) => async () => void done.push(name)
	const calls = await Promise.allSettled([
		withLimit(work('runs')),
		withLimit(work('waits')),
		withLimit(work('waits too')),
		withLimit(work('one too many')),
		withLimit(work('first'), { isFirst: true }),
		withLimit(work('one first too many'), { isFirst: true }),
	])
	expect(done).toEqual(['runs', 'first', 'waits', 'waits too'])
	const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
	expect(refused.map(({ failure }) => failure.failure)).toEqual(['demasiadas_solicitudes', 'demasiadas_solicitudes'])
})
