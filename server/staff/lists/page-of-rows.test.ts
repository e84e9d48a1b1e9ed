import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { wordsOf } from '#server/db/tables/columns.ts'
import {
	indexScanPage,
	inOrderOf,
	maxGathered,
	type PageRequest,
	searchThenSort,
} from '#server/staff/lists/page-of-rows.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const people = maxGathered + 50
const sorting = { table: usuarios, columns: [usuarios.last_name, usuarios.id], isDescending: true } as const
const named = (word: string) => sql`${wordsOf(usuarios.email)} @@ ${`'${word}':*`}::tsquery`

let database: OpenDatabase

/** Everybody's e-mail ends alike; ten of them are called Rosa, and of these every second one has the greater last name. */
beforeAll(async () => {
	database = await openTestDatabase()
	await database.db.execute(sql`
		insert into usuarios (email, last_name)
		select case when n % 1000 = 7 then 'rosa' else 'ana' end || n || '@correo.cl', case when n % 2000 = 7 then 'b' else 'a' end
		from generate_series(1, ${people}::int) n`)
})
afterAll(() => database.close())

const found = (word: string, wanted: Partial<PageRequest> = {}) =>
	searchThenSort(database.db, sorting, named(word), { page: 1, page_size: 4, ...wanted })

describe('rows that have a word', () => {
	it('are counted and sorted exactly, page by page, without missing or repeating one', async () => {
		const pages = await Promise.all([1, 2, 3, 4].map((page) => found('rosa', { page })))
		const expected = [8007, 6007, 4007, 2007, 7, 10_007, 9007, 7007, 5007, 3007, 1007].filter((n) => n <= people)
		expected.sort((a, b) => Number(b % 2000 === 7) - Number(a % 2000 === 7) || b - a)
		expect(pages.flatMap(({ keys }) => keys)).toEqual(expected)
		for (const { count, hay_mas } of pages)
			expect({ count, hay_mas }).toEqual({ count: expected.length, hay_mas: false })
	})

	it('go on behind a cursor', async () => {
		const [first, all] = [await found('rosa'), await found('rosa', { page_size: 50 })]
		const behind = await found('rosa', { cursor: first.keys.at(-1) })
		expect(behind.keys).toEqual(all.keys.slice(4, 8))
	})

	it('are found although they are too many to count, which is said', async () => {
		const all = await indexScanPage(database.db, sorting, undefined, { page: 1, page_size: 12, count: people })
		const pages = await Promise.all([1, 2, 3].map((page) => found('correo', { page })))
		expect(pages.flatMap(({ keys }) => keys)).toEqual(all)
		for (const { count, hay_mas } of pages) expect({ count, hay_mas }).toEqual({ count: maxGathered, hay_mas: true })
		expect((await found('correo', { cursor: all[3] })).keys).toEqual(all.slice(4, 8))
	})

	it('are none when nobody has it', async () => {
		expect(await found('zzz')).toEqual({ keys: [], count: 0, hay_mas: false })
	})
})

it('counts a far page off from the end', async () => {
	const walk = (page: number) => indexScanPage(database.db, sorting, undefined, { page, page_size: 100, count: people })
	const [last, beyond] = [await walk(101), await walk(102)]
	expect(last.length).toBe(people - 10_000)
	expect(last.at(-1)).toBe(1)
	expect(last.toSorted((a, b) => b - a)).toEqual(last)
	expect(beyond).toEqual([])
})

it('puts rows into the order of their keys, and leaves out what is gone meanwhile', () => {
	expect(inOrderOf([3, 1, 2], [{ id: 1 }, { id: 3 }], ({ id }) => id)).toEqual([{ id: 3 }, { id: 1 }])
})
