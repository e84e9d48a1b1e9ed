import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fail } from '#core/contract/failure.ts'
import { createConcurrencyLimit } from '#core/server/http/concurrency-limit.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'

it('runs a limited number at once, queues others, and rejects the rest', async () => {
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

it('releases the place when the work fails', async () => {
	const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 1 })
	const [failed, next] = await Promise.allSettled([
		withLimit(() => Promise.reject(new Error('broken'))),
		withLimit(async () => 'done'),
	])
	expect(failed.status).toBe('rejected')
	expect(next).toMatchObject({ value: 'done' })
})

it('rejects a call whose share of the queue is full, and runs the others in order of arrival', async () => {
	const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 4, refusal: () => fail('demasiadas_solicitudes') })
	const done: string[] = []
	const call = (name: string) => {
		const shares = [{ key: name, maxWaiting: 2 }]
		return withLimit(async () => void done.push(name), { shares })
	}
	const calls = await Promise.allSettled(['ana', 'ana', 'ana', 'ana', 'luz'].map(call))
	expect(done).toEqual(['ana', 'ana', 'ana', 'luz'])
	const refused = calls.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
	expect(refused.map(({ failure }) => failure.failure)).toEqual(['demasiadas_solicitudes'])
})

it('frees the place of a caller who leaves the queue, and never runs its work', async () => {
	const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 1 })
	const done: string[] = []
	const left = new AbortController()
	const { promise: end, resolve } = Promise.withResolvers<void>()
	const running = withLimit(() => end)
	const waiting = withLimit(async () => void done.push('left'), { signal: left.signal })
	left.abort()
	await expect(waiting).rejects.toBeInstanceOf(FailureAnswer)
	const next = withLimit(async () => void done.push('next'))
	resolve()
	await Promise.all([running, next])
	expect(done).toEqual(['next'])
	await expect(withLimit(async () => 'free', { signal: left.signal })).resolves.toBe('free')
})
