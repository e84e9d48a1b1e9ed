import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database, OpenDatabase } from '#core/server/db/database.ts'
import { createStepCounter } from '#modules/numbers/server/funnel.ts'
import { pasosPorDia } from '#modules/numbers/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
let now = new Date('2026-11-23T15:00:00Z')
const clock = { now: () => now }
const log = { warn: () => undefined }

beforeAll(async () => {
	database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
	now = new Date('2026-11-23T15:00:00Z')
	await database.db.delete(pasosPorDia)
})

const counter = (db: Database = database.db) => createStepCounter({ db, clock, log })
const written = async () => {
	const rows = await database.db.select().from(pasosPorDia).orderBy(asc(pasosPorDia.dia), asc(pasosPorDia.paso))
	return rows.map(({ dia, paso, cantidad }) => `${dia} ${paso} ${cantidad}`)
}

it('stores one row per day of Santiago and step over all processes', async () => {
	const [one, other] = [counter(), counter()]
	one.count({ paso: 'portada' })
	one.count({ paso: 'portada' })
	other.count({ paso: 'portada' })
	other.count({ paso: 'pago' })
	// Eleven at night in Santiago, the 24th elsewhere; an hour later it is the 24th there too.
	now = new Date('2026-11-24T02:00:00Z')
	one.count({ paso: 'portada' })
	now = new Date('2026-11-24T03:00:00Z')
	one.count({ paso: 'portada' })
	await Promise.all([one.close(), other.close()])
	expect(await written()).toEqual(['2026-11-23 pago 1', '2026-11-23 portada 4', '2026-11-24 portada 1'])
})

it('retries counts that the database rejected, and counts them once', async () => {
	let isAway = true
	const db = new Proxy(database.db, {
		get(target, name, receiver) {
			if (name === 'insert' && isAway) throw new Error('the database is away')
			return Reflect.get(target, name, receiver)
		},
	})
	const steps = counter(db)
	steps.count({ paso: 'carrito' })
	await steps.flush()
	steps.count({ paso: 'carrito' })
	expect(await written()).toEqual([])
	isAway = false
	await steps.flush()
	await steps.flush()
	expect(await written()).toEqual(['2026-11-23 carrito 2'])
	await steps.close()
})
