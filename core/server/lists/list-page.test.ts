import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { findPage, listPage } from '#core/server/lists/list-page.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const people = 2050
const { id, first_name, last_name } = usuarios

let database: OpenDatabase

/** Every second account has the greater last name, every hundredth one is a Rosa. */
beforeAll(async () => {
	database = await openTestDatabase()
	await database.db.execute(sql`
		insert into usuarios (email, first_name, last_name)
		select n || '@correo.cl', case when n % 100 = 7 then 'Rosa' else 'Ana' end, case when n % 2 = 0 then 'b' else 'a' end
		from generate_series(1, ${people}::int) n`)
})
afterAll(() => database.close())

const everyId = Array.from({ length: people }, (_, at) => at + 1)
const byName = everyId.toSorted((a, b) => Number(b % 2 === 0) - Number(a % 2 === 0) || b - a)

const find = (where: SQL | undefined, page: number, page_size = 100) =>
	findPage(database.db, { table: usuarios, key: id, where, orderBy: [desc(last_name), desc(id)] }, { page, page_size })

describe('findPage', () => {
	it.each([
		['all rows', undefined, byName],
		['many rows', eq(first_name, 'Ana'), byName.filter((key) => key % 100 !== 7)],
		['few rows', eq(first_name, 'Rosa'), byName.filter((key) => key % 100 === 7)],
	])('lists %s once, in order, with their exact number', async (_, where, expected) => {
		const pages = Math.ceil(expected.length / 100)
		const found = await Promise.all(Array.from({ length: pages }, (_page, at) => find(where, at + 1)))
		expect(found.flatMap(({ keys }) => keys)).toEqual(expected)
		expect(new Set(found.map(({ count }) => count))).toEqual(new Set([expected.length]))
	})

	it('returns no rows behind the last page, and still counts them', async () => {
		expect(await find(undefined, 22)).toEqual({ keys: [], count: people })
		expect(await find(eq(first_name, 'Rosa'), 1_000_000)).toEqual({ keys: [], count: 21 })
		expect(await find(sql`false`, 1)).toEqual({ keys: [], count: 0 })
	})

	it('does not scan the sort index for few rows that the planner estimates as many', async () => {
		await database.db.execute(sql`analyze usuarios`)
		const walked = async () =>
			await database.db.execute(sql`select pg_stat_get_xact_tuples_returned('usuarios_pkey'::regclass) as n`)
		const before = await walked()
		const list = { table: usuarios, key: id, where: sql`${first_name} || ${id} = 'Ana1'`, orderBy: [desc(id)] }
		expect(await findPage(database.db, list, { page: 1, page_size: 1 })).toEqual({ keys: [1], count: 1 })
		expect((await walked()).rows).toEqual(before.rows)
	})
})

describe('listPage', () => {
	const list = { table: usuarios, key: id, orderBy: [asc(id)] }

	it('reads the rows of the page', async () => {
		const read = async (keys: number[]) => keys.map(String)
		const page = await listPage(database.db, { ...list, where: undefined }, { page: 2, page_size: 3 }, read)
		expect(page).toEqual({ results: ['4', '5', '6'], count: people })
	})

	it('reads nothing for an empty page', async () => {
		const read = () => Promise.reject(new Error('read without keys'))
		const page = await listPage(database.db, { ...list, where: sql`false` }, { page: 1, page_size: 3 }, read)
		expect(page).toEqual({ results: [], count: 0 })
	})
})
