import { afterEach, expect, it } from 'vitest'
import { adoptBaseline, type OpenDatabase } from '#core/server/db/database.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const baselineWhen = 1795741353939
let database: OpenDatabase
afterEach(() => database.close())

/** Opens a database with migrations recorded at these times. */
async function databaseThatSaw(...moments: readonly number[]) {
	database = await openTestDatabase()
	const query = async (statement: string) => await database.db.execute<{ created_at: string }>(statement)
	await query('delete from drizzle.__drizzle_migrations')
	for (const when of moments)
		await query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('any', ${when})`)
	return {
		query,
		seen: async () => (await query('select created_at::text from drizzle.__drizzle_migrations order by 1')).rows,
	}
}

it('marks the baseline as applied in a database with all earlier migrations', async () => {
	const { query, seen } = await databaseThatSaw(baselineWhen - 2, baselineWhen - 1, baselineWhen)
	await adoptBaseline(query)
	expect(await seen()).toEqual([{ created_at: String(baselineWhen) }])
})

it('rejects a database without the last of the earlier migrations', async () => {
	const { query, seen } = await databaseThatSaw(baselineWhen - 2, baselineWhen - 1)
	await expect(adoptBaseline(query)).rejects.toThrow('versión anterior')
	expect(await seen()).toHaveLength(2)
})

it('leaves a current database unchanged, also one opened by a newer version', async () => {
	const { query, seen } = await databaseThatSaw(baselineWhen, baselineWhen + 1)
	await adoptBaseline(query)
	expect(await seen()).toHaveLength(2)
})
