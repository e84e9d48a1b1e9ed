import { like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPostgres, type Queryable } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'

describe('statements on a connection', () => {
	let postgres: PostgresServer
	let database: OpenDatabase
	beforeAll(async () => {
		postgres = await startPostgres()
		database = await openPostgres(await postgres.createDatabase('shop'), () => {})
	})
	afterAll(async () => {
		await database.close()
		await postgres.stop()
	})

	const namedTexts = async (db: Queryable) => {
		const { rows } = await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)
		return rows.map(({ statement }) => statement)
	}

	it('are parsed once when they are repeated, unless they depend on a searched word', async () => {
		const texts = await database.db.transaction(async (tx) => {
			for (let n = 0; n < 4; n += 1) {
				await tx.execute(sql`select ${n}::int + 1 as repeated`)
				await tx
					.select({ id: usuarios.id })
					.from(usuarios)
					.where(like(usuarios.email, `%${n}%`))
			}
			await tx.execute(sql`select ${1}::int + 2 as once`)
			return await namedTexts(tx)
		})
		expect(texts.some((text) => text.includes('as repeated'))).toBe(true)
		expect(texts.filter((text) => text.includes('like') || text.includes('as once'))).toEqual([])
	})

	it('whose parsing failed in a failed transaction are parsed again on the same connection', async () => {
		const one = await openPostgres(await postgres.createDatabase('again'), () => {})
		const count = (tx: Queryable) => tx.execute<{ n: number }>(sql`select ${1}::int + 40 as n`)
		// The third use in the process names it: on a connection that has not parsed it yet.
		await count(one.db)
		await count(one.db)
		const failing = one.db.transaction((tx) =>
			together(
				() => tx.execute(sql`select ${1}::int / 0`),
				() => count(tx),
			),
		)
		await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
		for (let n = 0; n < 3; n += 1) expect((await count(one.db)).rows).toEqual([{ n: 41 }])
		await one.close()
	})

	it('of which one fails undo their transaction and leave a usable connection', async () => {
		const insert = (email: string) => () => database.db.insert(usuarios).values({ email, first_name: 'Ana' })
		await insert('uno@correo.cl')()
		const failing = database.db.transaction(async (tx) => {
			const write = (email: string) => () => tx.insert(usuarios).values({ email, first_name: 'Ana' })
			await together(write('dos@correo.cl'), write('uno@correo.cl'), write('tres@correo.cl'))
		})
		await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
		expect(await database.db.$count(usuarios)).toBe(1)
		await insert('dos@correo.cl')()
		expect(await database.db.$count(usuarios)).toBe(2)
	})
})
