import { expect, it } from 'vitest'
import { createEarlyCommit } from '#server/db/early-commit.ts'

/** A database whose writes to disk end when the test says so. */
function aSlowDisk() {
	const writes: { end: () => void; fail: (error: Error) => void }[] = []
	const { flush } = createEarlyCommit(
		() => new Promise<void>((resolve, reject) => writes.push({ end: resolve, fail: reject })),
	)
	return { writes, flush }
}

it('whoever comes while a write is under way waits for the next one, which they share', async () => {
	const { writes, flush } = aSlowDisk()
	const told: string[] = []
	const first = flush().then(() => told.push('first'))
	const others = ['second', 'third'].map((name) => flush().then(() => told.push(name)))
	expect(writes).toHaveLength(1)
	writes[0]?.end()
	await first
	await expect.poll(() => writes.length).toBe(2)
	expect(told).toEqual(['first'])
	writes[1]?.end()
	await Promise.all(others)
	expect(told).toEqual(['first', 'second', 'third'])
	expect(writes).toHaveLength(2)
})

it('a write that fails is told to those who waited for it, and not to those who wait for the next', async () => {
	const { writes, flush } = aSlowDisk()
	const first = flush()
	const second = flush()
	writes[0]?.fail(new Error('the disk is gone'))
	await expect(first).rejects.toThrow('the disk is gone')
	await expect.poll(() => writes.length).toBe(2)
	writes[1]?.end()
	await second
})
