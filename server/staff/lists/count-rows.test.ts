import { and, eq, lte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditAction } from '#domain/staff/audit-actions.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { borderStep, countRows, createRowCount, type RowCount } from '#server/staff/lists/count-rows.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
let count: RowCount['count']
let countNotes: RowCount['count']

beforeAll(async () => {
	database = await openTestDatabase()
	const { id: number, created_at } = auditoria
	const of = { table: auditoria, number, created_at }
	count = createRowCount(database.db, of).count
	countNotes = createRowCount(database.db, { ...of, kind: eq(auditoria.accion, 'nota') }).count
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

it('knows the border before a place, not of rows that may still get company', async () => {
	const { id: number, created_at } = auditoria
	const kind = eq(auditoria.accion, 'cancelada')
	const counted = createRowCount(database.db, { table: auditoria, number, created_at, kind })
	const many = async (hoursAgo: number) => {
		await database.db.execute(sql`
			insert into auditoria (tipo, ref, accion, created_at)
			select 'orden', '1', case when n % 2 = 0 then 'cancelada' else 'creada' end, now() - ${hoursAgo}::int * interval '1 hour'
			from generate_series(1, ${2 * borderStep + 2}::int) n`)
		return await counted.count()
	}
	const none = { number: 0, before: 0 }
	expect(await counted.borderBefore(50_000)).toEqual(none)
	expect(await many(5)).toBe(borderStep + 1)
	expect(await counted.borderBefore(borderStep - 1)).toEqual(none)
	const first = await counted.borderBefore(borderStep)
	expect(await countRows(database.db, auditoria, and(kind, lte(number, first.number)))).toBe(borderStep)
	expect(first.before).toBe(borderStep)
	await many(0)
	expect(await counted.borderBefore(50_000)).toEqual(first)
	await database.db.execute(sql`update auditoria set created_at = now() - interval '5 hours'`)
	await counted.count()
	const second = await counted.borderBefore(50_000)
	expect(await countRows(database.db, auditoria, and(kind, lte(number, second.number)))).toBe(2 * borderStep)
	expect(second.before).toBe(2 * borderStep)
	expect(await counted.borderBefore(borderStep + 5)).toEqual(first)
})
