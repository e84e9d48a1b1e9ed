import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { endsWith, findPage, hasWords, listPage } from '#core/server/lists/list-page.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writeOrder } from '#tests/written-order.ts'

describe('list page', () => {
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
		findPage(
			database.db,
			{ table: usuarios, key: id, where, orderBy: [desc(last_name), desc(id)] },
			{ page, page_size },
		)

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
})

describe('text search', () => {
	let database: OpenDatabase

	beforeAll(async () => {
		database = await openTestDatabase()
		await database.db.insert(usuarios).values([
			{ email: 'jnunez@correo.cl', first_name: 'José', last_name: 'Núñez' },
			{ email: 'maria-jose@ejemplo.cl', first_name: 'María José', last_name: "O'Higgins" },
			{ email: 'x@y.cl', first_name: 'Ñandú', last_name: '' },
			{ email: 'joselito8@z.cl', first_name: '8de', last_name: 'Ávila  (hijo)' },
		])
	})
	afterAll(() => database.close())

	async function found(typed: string): Promise<string[]> {
		const rows = await database.db
			.select({ email: usuarios.email })
			.from(usuarios)
			.where(hasWords(usuarios.busqueda, typed))
			.orderBy(usuarios.id)
		return rows.map(({ email }) => email)
	}

	describe('hasWords', () => {
		it.each([
			['jose', ['jnunez@correo.cl', 'maria-jose@ejemplo.cl', 'joselito8@z.cl']],
			['jos nun', ['jnunez@correo.cl']],
			['NÚÑEZ', ['jnunez@correo.cl']],
			['nandu', ['x@y.cl']],
			["o'higgins", ['maria-jose@ejemplo.cl']],
			['jnunez@correo.cl', ['jnunez@correo.cl']],
			['8', ['joselito8@z.cl']],
			['avila h', ['joselito8@z.cl']],
			['y', ['x@y.cl']],
			['z jose', ['joselito8@z.cl']],
		])('finds prefixes of words: %j', async (typed, emails) => {
			expect(await found(typed)).toEqual(emails)
		})

		it.each(['iggins', 'jose zzz', '%', '_', '\\', '', '  ', '¿?'])('finds nothing for %j', async (typed) => {
			expect(await found(typed)).toEqual([])
		})

		it('reads no more than eight words', async () => {
			expect(await found('j n jo jos jose nu nun nune zzz')).toEqual(['jnunez@correo.cl'])
		})

		it('folds typed letters as the database folds stored ones', async () => {
			const letters = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
			const rows = letters.map((letter, at) => ({ email: `letra${100 + at}@correo.cl`, first_name: `q${letter}w` }))
			await database.db.insert(usuarios).values(rows)
			for (const [at, letter] of letters.entries())
				expect(await found(`q${letter}w letra${100 + at}`), letter).toEqual([`letra${100 + at}@correo.cl`])
		})

		it.each(['c', 'co', 'correo'])('searches %j by the index of trigrams', async (typed) => {
			const { rows } = await database.db.transaction(async (tx) => {
				await tx.execute(sql`set local enable_seqscan = off`)
				return await tx.execute(sql`explain select id from usuarios where ${hasWords(usuarios.busqueda, typed)}`)
			})
			const plan = JSON.stringify(rows)
			expect(plan).toContain('usuarios_trigramas')
		})
	})

	describe('endsWith', () => {
		it('finds orders only by the last digits of their telephone', async () => {
			await writeOrder(database, { telefono: '912345678', direccion: 'Los Leones 4321' })
			const numbers = async (digits: string) =>
				(
					await database.db
						.select({ telefono: ordenes.telefono })
						.from(ordenes)
						.where(endsWith(ordenes.busqueda, digits))
				).length
			expect([await numbers('5678'), await numbers('912345678')]).toEqual([1, 1])
			expect([await numbers('4321'), await numbers('1234')]).toEqual([0, 0])
		})
	})
})
