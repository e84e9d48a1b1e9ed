import { describe, expect, it } from 'vitest'
import { runChores } from '#core/server/jobs/jobs.ts'

describe('runChores', () => {
	const ran: string[] = []
	const good = (name: string) => async () => void ran.push(name)
	const bad = (name: string) => async () => {
		ran.push(name)
		throw new Error(name)
	}

	it('runs the chores after a failing one, and throws its error at the end', async () => {
		await expect(runChores(bad('a'), good('b'), good('c'))).rejects.toThrow('a')
		expect(ran.splice(0)).toEqual(['a', 'b', 'c'])
	})

	it('throws every failure of several', async () => {
		const failure = runChores(bad('a'), good('b'), bad('c')).catch((error: unknown) => error)
		expect(((await failure) as AggregateError).errors.map(({ message }: Error) => message)).toEqual(['a', 'c'])
	})
})
