import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { breaksRule } from '#core/server/db/query-errors.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const typed = 'hortensia@correo.cl'
let database: OpenDatabase
beforeAll(async () => {
	database = await openTestDatabase()
})
afterAll(() => database.close())

const errorOf = (query: PromiseLike<unknown>): Promise<Error> =>
	Promise.resolve(query).then(
		() => Promise.reject(new Error('the statement did not fail')),
		(error: Error) => error,
	)

describe('hideQueryValues', () => {
	it("removes values from a statement's error, its causes and their stacks, inside and outside a transaction", async () => {
		const { db } = database
		await db.insert(usuarios).values({ email: typed })
		const again = await errorOf(db.insert(usuarios).values({ email: typed }))
		const errors = [
			again,
			await errorOf(db.transaction((tx) => tx.insert(usuarios).values({ email: typed }))),
			await errorOf(db.execute(sql`select ${typed}::integer`)),
			await errorOf(db.execute(sql`select json_populate_recordset(null::usuarios, ${`[{"email":"${typed}"`}::json)`)),
			await errorOf(db.execute(sql`select * from nada where x = ${typed}`)),
		]
		for (const error of errors) expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hortensia')
		expect(again.message).toContain('insert into "usuarios"')
		expect(breaksRule(again, 'usuarios_email')).toBe(true)
	})
})
