import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '#server/db/database.ts'
import { createSharedCounters } from '#server/http/shared-counters.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'

let postgres: PostgresServer

beforeAll(async () => {
	postgres = await startPostgres()
})
afterAll(() => postgres.stop())

it('counts of one account that are taken and given back at once never wait for each other in a circle', async () => {
	const database = await openPostgres(await postgres.createDatabase('limites'), () => {})
	const counters = createSharedCounters(database.db)
	const now = new Date()
	for (let round = 0; round < 20; round++) {
		// The rows lie in the table in another order than that of their names, as they do after some time.
		const keys = ['z', 'm', 'a'].map((name) => `${name}${round}`)
		for (const key of keys) await counters.take([key], 900, now)
		const calls = Array.from({ length: 12 }, async (_, n) => {
			if (n % 2 === 0) await counters.take(keys, 900, now)
			else await counters.giveBack(keys, 1)
		})
		await Promise.all(calls)
		const counts = await counters.take(keys, 900, now)
		expect([...counts.values()].every(({ count }) => count > 0 && count < 9)).toBe(true)
	}
	await database.close()
})
