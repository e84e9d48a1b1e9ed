import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { numberIn } from '#server/staff/orders/order-filter.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { knownFrequencies, type SearchedText, wordSearch } from './word-search.ts'

const own: SearchedText = {
	index: 'usuarios_palabras',
	columns: [usuarios.email, usuarios.first_name, usuarios.last_name],
}

let database: OpenDatabase
beforeAll(async () => {
	database = await openTestDatabase()
})
afterAll(() => database.close())

it.each([
	['José Núñez', ['jose', 'nunez']],
	['camila.rojas@correo.cl', ['camila', 'rojas', 'correo', 'cl']],
	["' | !x:*", ['x']],
	['ana ANA', ['ana']],
	['  ', undefined],
	['¿?', undefined],
])('searches %j as %j', (typed, words) => {
	expect(wordSearch(own, typed)?.words).toEqual(words)
})

it('reads no more than eight words', () => {
	expect(wordSearch(own, 'a b c d e f g h i j k')?.words.length).toBe(8)
})

describe('the rows with words that begin like the typed ones', () => {
	beforeAll(async () => {
		await database.db.insert(usuarios).values([
			{ email: 'jose.nunez@correo.cl', first_name: 'José', last_name: 'Núñez' },
			{ email: 'maria-jose@ejemplo.cl', first_name: 'María José', last_name: "O'Higgins" },
			{ email: 'x@y.cl', first_name: 'Ñandú', last_name: '' },
			{ email: 'joselito8@z.cl', first_name: '8de', last_name: 'Ávila  (hijo)' },
		])
	})

	it.each([
		'jose',
		'jos nun',
		'JOSÉ',
		'nandu',
		'o higgins',
		'higg',
		'iggins',
		'8',
		'de',
		'hijo',
		'y',
		'cl',
		'correo.cl',
		'avila h',
		'z',
	])('are the same by the index and row by row: %j', async (typed) => {
		const search = wordSearch(own, typed)
		if (!search) throw new Error('no words')
		const ids = async (where: SQL | undefined) =>
			(await database.db.select({ id: usuarios.id }).from(usuarios).where(where).orderBy(usuarios.id)).map(
				({ id }) => id,
			)
		expect(await ids(search.walked(search.words))).toEqual(await ids(search.indexed(search.words)))
	})
})

it('knows words for frequent once the database has looked over its rows', async () => {
	const { db } = database
	await db.execute(sql`
		insert into usuarios (email, first_name)
		select 'correo' || n || '@prueba.cl', case when n % 2 = 0 then 'Rosa' else 'Ana' end from generate_series(1, 1000) n`)
	expect(await knownFrequencies(db, own, ['rosa', 'zzz'])).toEqual([0, 0])
	await db.execute(sql`analyze usuarios`)
	const [rosa, none, prueba] = await knownFrequencies(db, own, ['ros', 'zzz', 'pru'])
	expect(rosa).toBeGreaterThan(400)
	expect(rosa).toBeLessThan(600)
	expect(prueba).toBeGreaterThan(900)
	expect(none).toBe(0)
})

it.each([
	['1042', '1042'],
	['#1042', '1042'],
	['N° 1042', '1042'],
	['001042', '1042'],
	['10 42', undefined],
	['camila', undefined],
	['12345678901', undefined],
])('takes %j for the number %j', (typed, number) => {
	expect(numberIn(typed)).toBe(number)
})
