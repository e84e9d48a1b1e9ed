import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPostgres } from '#core/server/db/database.ts'
import { openJobs } from '#core/server/jobs/jobs.ts'
import { findPgbouncer, startPgbouncer } from '#tests/failures/pgbouncer-server.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'

const pgbouncer = findPgbouncer()

describe.skipIf(!pgbouncer)('the database behind a transaction pool', () => {
	let postgres: PostgresServer
	let pool: Awaited<ReturnType<typeof startPgbouncer>>
	let database: OpenDatabase
	beforeAll(async () => {
		postgres = await startPostgres()
		const session = await postgres.createDatabase('shop')
		pool = await startPgbouncer(pgbouncer ?? '', session)
		const addresses = { statements: pool.url, session, isPooled: true }
		const opened = await Promise.all([1, 2, 3].map(() => openPostgres(addresses, () => {})))
		for (const one of opened.slice(1)) await one.close()
		database = opened[0] as OpenDatabase
	})
	afterAll(async () => {
		await database.close()
		await pool.stop()
		await postgres.stop()
	})

	it('runs prepared statements on any connection of the pool', async () => {
		const ask = async (n: number) => (await database.db.execute<{ n: number }>(sql`select ${n}::int as n`)).rows[0]?.n
		const numbers = Array.from({ length: 200 }, (_, n) => n)
		expect(await Promise.all(numbers.map(ask))).toEqual(numbers)
	})

	it('applies the time limit of a statement', async () => {
		const limits = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`
		expect((await database.db.execute(limits)).rows).toEqual([{ statement: '30s', idle: '30s' }])
	})

	it('notifies the job listener, which has a connection of its own', async () => {
		const jobs = await openJobs(database.queueOptions, () => {})
		const ran = Promise.withResolvers<unknown>()
		const ignore = async () => {}
		const handlers = new Proxy({} as Parameters<typeof jobs.work>[0], {
			get: (_, name) => (name === 'renovar_feed' ? async (data: unknown) => ran.resolve(data) : ignore),
		})
		await jobs.work(handlers)
		await database.db.transaction((tx) => jobs.enqueue(tx, 'renovar_feed', {}))
		const { rows } = await database.db.execute<{ listening: boolean }>(
			sql`select exists (select 1 from pg_stat_activity where query ilike 'listen %') as listening`,
		)
		expect(rows).toEqual([{ listening: true }])
		expect(await ran.promise).toEqual({})
		await jobs.stop(0)
	})
})
