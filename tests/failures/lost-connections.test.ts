import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '#core/server/db/database.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'

let postgres: PostgresServer

beforeAll(async () => {
	postgres = await startPostgres()
})
afterAll(() => postgres.stop())

it('failed transactions, even before their first statement, return their connection to the pool', async () => {
	const { db, close } = await openPostgres(await postgres.createDatabase('transacciones'), () => {})
	const unknown = { isolationLevel: 'none at all' as 'serializable' }
	const read = async () => db.transaction(async (tx) => (await tx.execute<{ one: number }>(sql`select 1 as one`)).rows)
	for (let n = 0; n < 11; n++) {
		await expect(db.transaction(async () => n, unknown)).rejects.toThrow()
		await expect(db.transaction(async (tx) => tx.execute(sql`select nothing`))).rejects.toThrow()
	}
	expect(await read()).toEqual([{ one: 1 }])
	await close()
})

it('a transaction with a cut connection fails, and the next uses another connection', async () => {
	const { db, close } = await openPostgres(await postgres.createDatabase('cortes'), () => {})
	for (let n = 0; n < 11; n++) {
		const cut = db.transaction(async (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
		await expect(cut).rejects.toThrow()
	}
	expect((await db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
	await close()
})
