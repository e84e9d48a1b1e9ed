import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openPostgres } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { readDaySums } from '#server/staff/numbers/read-day-sums.ts'
import { refreshDaySums } from '#server/staff/numbers/refresh-day-sums.ts'
import { writeOrder } from '#tests/written-order.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

// The embedded database has one connection, so what is written meanwhile is shown on a server.
let postgres: PostgresServer
let database: OpenDatabase
beforeAll(async () => {
	postgres = await startPostgres()
	database = await openPostgres(await postgres.createDatabase('sumas'), () => {})
})
afterAll(async () => {
	await database.close()
	await postgres.stop()
})

const day = '2026-10-01'
const clock = { now: () => new Date('2026-10-05T15:00:00Z') }
const soldThatDay = async () =>
	(await readDaySums(database.db, { desde: day, hasta: day })).get(day)?.vendido_por_metodo.map(({ ordenes: n }) => n)

it('a payment that commits after its day was added up is among the numbers all the same', async () => {
	const at = new Date('2026-10-01T15:00:00Z')
	const [first, late] = [await writeOrder(database, { created_at: at }), await writeOrder(database, { created_at: at })]
	const pay = (db: Pick<OpenDatabase['db'], 'update'>, id: string) =>
		db.update(ordenes).set({ estado: 'pagada', pagada_at: at }).where(eq(ordenes.id, id))
	await pay(database.db, first.id)
	await database.db.transaction(async (tx) => {
		await pay(tx, late.id)
		await refreshDaySums({ db: database.db, clock })
		expect(await soldThatDay()).toEqual([1])
	})
	expect(await soldThatDay()).toEqual([2])
	await refreshDaySums({ db: database.db, clock })
	expect(await soldThatDay()).toEqual([2])
})
