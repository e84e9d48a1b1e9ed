import { describe, expect, it } from 'vitest'
import { together } from '#core/server/db/together.ts'

/** A statement that is sent after some microtasks, as the query builder's, and answered later. */
function statements() {
	const sent: string[] = []
	const answered: string[] = []
	const statement = (name: string, microtasks: number, error?: Error) => async () => {
		for (let n = 0; n < microtasks; n += 1) await undefined
		sent.push(name)
		await new Promise((resolve) => setImmediate(resolve))
		answered.push(name)
		if (error) throw error
		return name
	}
	return { sent, answered, statement }
}

describe('together', () => {
	it('sends statements in their order, before the first answer, and returns their results', async () => {
		const { sent, answered, statement } = statements()
		const whenLastStarts = () => [...answered]
		const results = await together(statement('lock', 20), statement('read', 1), async () => whenLastStarts())
		expect(results).toEqual(['lock', 'read', []])
		expect(sent).toEqual(['lock', 'read'])
	})

	it('throws the first error when no statement runs any more', async () => {
		const { answered, statement } = statements()
		const failing = together(
			statement('a', 1, new Error('first')),
			statement('b', 1, new Error('second')),
			statement('c', 9),
		)
		await expect(failing).rejects.toThrow('first')
		expect(answered).toEqual(['a', 'b', 'c'])
	})
})
