import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditAction } from '#domain/staff/audit-actions.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { type CountAll, countRows, createRowCount } from '#server/staff/lists/count-rows.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
let count: CountAll
let countNotes: CountAll

beforeAll(async () => {
	database = await openTestDatabase()
	const { id: number, created_at } = auditoria
	const of = { table: auditoria, number, created_at }
	count = createRowCount(database.db, of)
	countNotes = createRowCount(database.db, { ...of, kind: eq(auditoria.accion, 'nota') })
})
afterAll(() => database.close())

async function add(rows: number, hoursAgo: number, accion: AuditAction = 'creada'): Promise<void> {
	const created_at = new Date(Date.now() - hoursAgo * 3_600_000)
	await database.db
		.insert(auditoria)
		.values(Array.from({ length: rows }, () => ({ tipo: 'orden' as const, ref: '1', accion, created_at })))
}

it('counts right however old the rows are, and in whatever order they came', async () => {
	expect(await count()).toBe(0)
	await add(3, 5)
	expect(await count()).toBe(3)
	expect(await count()).toBe(3)
	await add(2, 0)
	await add(4, 9)
	expect(await count()).toBe(9)
	await add(1, 0, 'nota')
	expect(await Promise.all([1, 2, 3].map(() => count()))).toEqual([10, 10, 10])
	expect(await countRows(database.db, auditoria, eq(auditoria.accion, 'nota'))).toBe(1)
	expect([await countNotes(), await countNotes()]).toEqual([1, 1])
	await add(2, 0, 'nota')
	await add(2, 5)
	expect([await countNotes(), await count()]).toEqual([3, 14])
})
