import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '#core/server/db/database.ts'
import { createSharedCounters } from '#core/server/http/limits.ts'
import { limites } from '#core/server/http/tables.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'

let postgres: PostgresServer

beforeAll(async () => {
	postgres = await startPostgres()
})
afterAll(() => postgres.stop())

it('the rate limiter counts parallel calls of one account without a deadlock, in any order of counters', async () => {
	const database = await openPostgres(await postgres.createDatabase('limites'), () => {})
	const counters = createSharedCounters(database.db)
	const now = new Date()
	for (let round = 0; round < 20; round++) {
		// The physical order of rows differs from that of their names, as after some updates.
		const keys = ['z', 'm', 'a'].map((name) => `${name}${round}`)
		for (const key of keys) await counters.take([key], 900, now)
		await Promise.all(Array.from({ length: 12 }, (_, n) => counters.take(n % 2 ? keys : keys.toReversed(), 900, now)))
		const counts = await counters.take(keys, 900, now)
		expect([...counts.values()].map(({ count }) => count)).toEqual([14, 14, 14])
	}
	await database.close()
})

it('the sweep of ended counts waits for no call that counts in one of them, so that they cannot deadlock', async () => {
	const { db, close } = await openPostgres(await postgres.createDatabase('barrido'), () => {})
	const counters = createSharedCounters(db)
	const before = new Date()
	await counters.take(['contada', 'vencida'], 60, before)
	const later = new Date(before.getTime() + 3_600_000)
	await db.transaction(async (tx) => {
		await tx.update(limites).set({ cuenta: 2 }).where(eq(limites.clave, 'contada'))
		await counters.take(['nueva'], 60, later)
	})
	expect((await db.select().from(limites)).map(({ clave }) => clave).toSorted()).toEqual(['contada', 'nueva'])
	await close()
})
