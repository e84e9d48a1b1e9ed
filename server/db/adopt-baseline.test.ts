import { afterEach, expect, it } from 'vitest'
import { adoptBaseline } from '#server/db/adopt-baseline.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const baselineWhen = 1795741353939
let database: OpenDatabase
afterEach(() => database.close())

/** Opens a database that says to have seen migrations made at these moments. */
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

it('counts a database that has seen all earlier migrations as made by the baseline', async () => {
	const { query, seen } = await databaseThatSaw(baselineWhen - 2, baselineWhen - 1, baselineWhen)
	await adoptBaseline(query)
	expect(await seen()).toEqual([{ created_at: String(baselineWhen) }])
})

it('refuses a database that has not seen the last of the earlier migrations', async () => {
	const { query, seen } = await databaseThatSaw(baselineWhen - 2, baselineWhen - 1)
	await expect(adoptBaseline(query)).rejects.toThrow('versión anterior')
	expect(await seen()).toHaveLength(2)
})

it('leaves a database of today as it is, also one that a newer version has opened', async () => {
	const { query, seen } = await databaseThatSaw(baselineWhen, baselineWhen + 1)
	await adoptBaseline(query)
	expect(await seen()).toHaveLength(2)
})
