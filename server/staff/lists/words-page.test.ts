import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { maxGathered, type PageRequest } from '#server/staff/lists/page-of-rows.ts'
import type { SearchedText } from '#server/staff/lists/word-search.ts'
import { firstWithWords, wordsPage } from '#server/staff/lists/words-page.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const people = 5 * maxGathered
const sorting = { table: usuarios, columns: [usuarios.last_name, usuarios.id], isDescending: true } as const
const text: SearchedText = {
	index: 'usuarios_palabras',
	columns: [usuarios.email, usuarios.first_name, usuarios.last_name],
}

let database: OpenDatabase

/** Everybody's e-mail ends alike, every second one is an Ana, every third one a Soto, every twentieth one a Rosa. */
beforeAll(async () => {
	database = await openTestDatabase()
	await database.db.execute(sql`
		insert into usuarios (email, first_name, last_name)
		select 'n' || n || '@correo.cl', case when n % 20 = 0 then 'Rosa' when n % 2 = 0 then 'Ana' else 'Eva' end,
			case when n % 3 = 0 then 'Soto' else 'Araya' end
		from generate_series(1, ${people}::int) n`)
})
afterAll(() => database.close())

const byName = Array.from({ length: people }, (_, at) => at + 1).sort(
	(a, b) => Number(b % 3 === 0) - Number(a % 3 === 0) || b - a,
)
const isRosa = (id: number) => id % 20 === 0
const isAna = (id: number) => id % 2 === 0 && !isRosa(id)
const isSoto = (id: number) => id % 3 === 0

const searches: [string, (id: number) => boolean][] = [
	['c', () => true],
	['ana', isAna],
	['ana soto', (id) => isAna(id) && isSoto(id)],
	['soto cl ana', (id) => isAna(id) && isSoto(id)],
	['rosa', isRosa],
	['soto rosa correo', (id) => isRosa(id) && isSoto(id)],
	['n17002 ana c', (id) => id === 17_002],
	['zzz ana', () => false],
]

const found = (typed: string, wanted: Partial<PageRequest> = {}, others?: SQL) =>
	wordsPage(database.db, sorting, { text, typed, others }, { page: 1, page_size: 10, ...wanted })

describe.each([
	['before the database has looked over the rows', async () => {}],
	['once it has', async () => void (await database.db.execute(sql`analyze usuarios`))],
])('the rows with some words, %s', (_, prepare) => {
	beforeAll(prepare)

	it.each(searches)('are these of %j, page by page and behind a cursor', async (typed, isMeant) => {
		const meant = byName.filter(isMeant)
		const counted =
			meant.length > maxGathered ? { count: maxGathered, hay_mas: true } : { count: meant.length, hay_mas: false }
		const first = await found(typed)
		expect(first).toEqual({ keys: meant.slice(0, 10), ...counted })
		expect((await found(typed, { page: 3 })).keys).toEqual(meant.slice(20, 30))
		expect((await found(typed, { cursor: meant[40] ?? meant.at(-1) })).keys).toEqual(meant.slice(41, 51))
		expect(await firstWithWords(database.db, sorting, { text, typed, others: undefined }, 9)).toEqual(meant.slice(0, 9))
	})

	it('are those that a filter chooses as well', async () => {
		const meant = byName.filter((id) => isAna(id) && id <= 5000)
		const few = sql`${usuarios.id} <= 5000`
		for (const typed of ['ana', 'cl ana']) {
			expect(await found(typed, {}, few)).toEqual({ keys: meant.slice(0, 10), count: meant.length, hay_mas: false })
		}
		expect(
			await wordsPage(database.db, sorting, { text, typed: '¿?', others: few }, { page: 1, page_size: 5 }),
		).toEqual({
			keys: [],
			count: 0,
			hay_mas: false,
		})
	})
})
