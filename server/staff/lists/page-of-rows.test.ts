import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { wordsOf } from '#server/db/tables/columns.ts'
import { borderStep, createRowCount } from '#server/staff/lists/count-rows.ts'
import {
	filteredPage,
	indexScanPage,
	inOrderOf,
	maxGathered,
	numberedPage,
	type PageRequest,
	pageAmongFirst,
} from '#server/staff/lists/page-of-rows.ts'
import { stretchesPage } from '#server/staff/lists/stretches-page.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const people = 2 * borderStep + 50
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
	filteredPage(database.db, sorting, named(word), { page: 1, page_size: 4, ...wanted })

describe('rows that have a word', () => {
	it('are counted and sorted exactly, page by page, without missing or repeating one', async () => {
		const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => found('rosa', { page })))
		const expected = Array.from({ length: 21 }, (_, at) => at * 1000 + 7).filter((n) => n <= people)
		expected.sort((a, b) => Number(b % 2000 === 7) - Number(a % 2000 === 7) || b - a)
		expect(pages.flatMap(({ keys }) => keys)).toEqual(expected)
		for (const { count, hay_mas } of pages)
			expect({ count, hay_mas }).toEqual({ count: expected.length, hay_mas: false })
	})

	it.each([
		[maxGathered - 1, { count: maxGathered - 1, hay_mas: false }],
		[maxGathered, { count: maxGathered, hay_mas: false }],
		[maxGathered + 1, { count: maxGathered, hay_mas: true }],
	])('of which there are %i are counted exactly up to the most that are counted', async (many, counted) => {
		const some = sql`${usuarios.id} in (select id from usuarios order by id limit ${many})`
		expect(await filteredPage(database.db, sorting, some, { page: 1, page_size: 4 })).toMatchObject(counted)
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
	const [last, beyond] = [await walk(201), await walk(202)]
	expect(last.length).toBe(people - 20_000)
	expect(last.at(-1)).toBe(1)
	expect(last.toSorted((a, b) => b - a)).toEqual(last)
	expect(beyond).toEqual([])
})

describe('a list that is sorted by a number', () => {
	it.each([true, false])('has the page at every place, however far (falling: %s)', async (isDescending) => {
		const { db } = database
		const { id: number, created_at } = usuarios
		const byNumber = { table: usuarios, columns: [number], isDescending } as const
		const counted = createRowCount(db, { table: usuarios, number, created_at })
		await db.execute(sql`update usuarios set created_at = now() - interval '2 hours'`)
		for (const page of [1, 2, 50, 99, 101, 102, 150, 200, 201, 202]) {
			const keys = Array.from({ length: people }, (_, at) => (isDescending ? people - at : at + 1))
			const read = await numberedPage(db, byNumber, undefined, { page, page_size: 100, counted })
			expect(read).toEqual({ keys: keys.slice((page - 1) * 100, page * 100), count: people })
		}
		const behind = await numberedPage(db, byNumber, undefined, { page: 1, page_size: 2, cursor: 7000, counted })
		expect(behind.keys).toEqual(isDescending ? [6999, 6998] : [7001, 7002])
	})

	it('has pages of several stretches of it, the lowest first', async () => {
		const stretches = [
			[5, 8],
			[50, 53],
			[500, 3000],
		].map(([from, to]) => sql`id >= ${from} and id < ${to}`)
		const read = (wanted: Partial<PageRequest>, others = sql`true`) =>
			stretchesPage(
				database.db,
				{ table: usuarios, columns: [usuarios.id] },
				{ stretches, others },
				{ page: 1, page_size: 4, ...wanted },
			)
		const count = 2506
		expect(await read({})).toEqual({ keys: [5, 6, 7, 50], count, hay_mas: false })
		expect((await read({ page: 2 })).keys).toEqual([51, 52, 500, 501])
		expect((await read({ cursor: 52 })).keys).toEqual([500, 501, 502, 503])
		expect((await read({ page: 500 })).keys).toEqual([2490, 2491, 2492, 2493])
		expect(await read({}, sql`id % 1000 = 7`)).toMatchObject({ keys: [7, 1007, 2007], count: 3 })
		const whole = await stretchesPage(
			database.db,
			{ table: usuarios, columns: [usuarios.id] },
			{ stretches: [sql`id >= 2`], others: undefined },
			{ page: 3000, page_size: 4 },
		)
		expect(whole).toEqual({ keys: [11_998, 11_999, 12_000, 12_001], count: maxGathered, hay_mas: true })
		expect(await read({}, sql`false`)).toEqual({ keys: [], count: 0, hay_mas: false })
	})
})

it('finds a page among the first rows of a list, or tells that it is not there', async () => {
	const newest = { table: usuarios, columns: [usuarios.id], isDescending: true } as const
	const among = (most: number, wanted: Partial<PageRequest>, where = sql`true`) =>
		pageAmongFirst(database.db, newest, { where, told: named('rosa'), most }, { page: 1, page_size: 2, ...wanted })
	expect(await among(2500, {})).toEqual([20_007, 19_007])
	expect(await among(500, {})).toBeUndefined()
	expect(await among(3500, { page: 2 })).toEqual([18_007, 17_007])
	expect(await among(2500, { page: 2 })).toBeUndefined()
	expect(await among(2500, { cursor: 4007 })).toEqual([3007, 2007])
	expect(await among(2500, {}, sql`id < 4000`)).toEqual([3007, 2007])
})

it('puts rows into the order of their keys, and leaves out what is gone meanwhile', () => {
	expect(inOrderOf([3, 1, 2], [{ id: 1 }, { id: 3 }], ({ id }) => id)).toEqual([{ id: 3 }, { id: 1 }])
})
