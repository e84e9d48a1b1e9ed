import { describe, expect, it } from 'vitest'
import { batchesOf } from '#core/server/lists/batches.ts'

/** The sizes of the batches in which the numbers from 1 to `count` are read. */
async function sizesOf(count: number): Promise<number[]> {
	const sizes: number[] = []
	const read: number[] = []
	const numbers = batchesOf<number>(async (last = 0, size) =>
		Array.from({ length: Math.min(size, count - last) }, (_, at) => last + at + 1),
	)
	for await (const batch of numbers) {
		sizes.push(batch.length)
		read.push(...batch)
	}
	expect(read).toEqual(Array.from({ length: count }, (_, at) => at + 1))
	return sizes
}

describe('batchesOf', () => {
	it('yields nothing for a file without rows', async () => {
		expect(await sizesOf(0)).toEqual([])
	})

	it('reads every row once, in batches that double up to 1000', async () => {
		expect(await sizesOf(4000)).toEqual([50, 100, 200, 400, 800, 1000, 1000, 450])
	})

	it('ends after a batch that is full by chance', async () => {
		expect(await sizesOf(50)).toEqual([50])
	})
})
