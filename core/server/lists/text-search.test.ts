import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writeOrder } from '#tests/written-order.ts'
import { endsWith, hasWords } from './text-search.ts'

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
			(await database.db.select({ telefono: ordenes.telefono }).from(ordenes).where(endsWith(ordenes.busqueda, digits)))
				.length
		expect([await numbers('5678'), await numbers('912345678')]).toEqual([1, 1])
		expect([await numbers('4321'), await numbers('1234')]).toEqual([0, 0])
	})
})
