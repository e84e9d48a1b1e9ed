import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { auditoria } from '#server/db/schema.ts'
import { type CountRows, createRowCount } from '#server/staff/count-rows.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
let count: CountRows

beforeAll(async () => {
	database = await openTestDatabase()
	const { id: number, created_at } = auditoria
	count = createRowCount(database.db, { table: auditoria, number, created_at })
})
afterAll(() => database.close())

async function add(rows: number, hoursAgo: number, accion = 'creada'): Promise<void> {
	const created_at = new Date(Date.now() - hoursAgo * 3_600_000)
	await database.db
		.insert(auditoria)
		.values(Array.from({ length: rows }, () => ({ tipo: 'orden', ref: '1', accion, created_at })))
}

it('counts right however old the rows are, and in whatever order they came', async () => {
	expect(await count(undefined)).toBe(0)
	await add(3, 5)
	expect(await count(undefined)).toBe(3)
	expect(await count(undefined)).toBe(3)
	await add(2, 0)
	await add(4, 9)
	expect(await count(undefined)).toBe(9)
	await add(1, 0, 'nota')
	expect(await Promise.all([1, 2, 3].map(() => count(undefined)))).toEqual([10, 10, 10])
	expect(await count(eq(auditoria.accion, 'nota'))).toBe(1)
})
