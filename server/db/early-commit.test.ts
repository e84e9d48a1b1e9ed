import { expect, it } from 'vitest'
import { createEarlyCommit } from '#server/db/early-commit.ts'

interface Write {
	readonly ids: readonly string[]
	readonly end: (kept: readonly string[]) => void
	readonly fail: (error: Error) => void
}

/** A database whose writes to disk end when the test says so. */
function aSlowDisk() {
	const writes: Write[] = []
	const { flush } = createEarlyCommit(
		(ids) => new Promise((resolve, reject) => writes.push({ ids, end: resolve, fail: reject })),
	)
	/** The write of this number, once it has begun. */
	const write = async (number: number): Promise<Write> => {
		await expect.poll(() => writes.length).toBeGreaterThan(number)
		return writes[number] as Write
	}
	return { write, writes, flush }
}

it('whoever comes while a write is under way waits for the next one, which they share', async () => {
	const { write, writes, flush } = aSlowDisk()
	const first = flush('first')
	const { end } = await write(0)
	const others = ['second', 'third'].map(flush)
	end(['first'])
	expect(await first).toBe(true)
	const shared = await write(1)
	expect(shared.ids).toEqual(['second', 'third'])
	shared.end(['third', 'second'])
	expect(await Promise.all(others)).toEqual([true, true])
	expect(writes).toHaveLength(2)
})

it('a write that fails is told to those who waited for it, and not to those who wait for the next', async () => {
	const { write, flush } = aSlowDisk()
	const first = flush('first')
	const { fail } = await write(0)
	const second = flush('second')
	fail(new Error('the disk is gone'))
	await expect(first).rejects.toThrow('the disk is gone')
	;(await write(1)).end(['second'])
	expect(await second).toBe(true)
})

it('tells whose order the database does not have', async () => {
	const { write, flush } = aSlowDisk()
	const [kept, lost] = [flush('kept'), flush('lost')]
	;(await write(0)).end(['kept'])
	expect(await Promise.all([kept, lost])).toEqual([true, false])
})
