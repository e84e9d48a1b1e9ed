import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInColors } from '#domain/catalog/colors.ts'
import { estados } from '#domain/orders/estado.ts'
import { metodosPago } from '#domain/orders/metodo-pago.ts'
import { attemptStates } from '#domain/payments/payment-states.ts'
import { estadosDocumento } from '#domain/tax-documents/tax-document.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { seedCatalog } from '#server/db/seed.ts'
import { ordenes, ordenLineas } from '#server/db/tables/orders.ts'
import { intentosPago } from '#server/db/tables/payments.ts'
import { diasCambiados, sumasPorDia } from '#server/db/tables/records.ts'
import { documentosTributarios } from '#server/db/tables/tax-documents.ts'
import { addUpDays, sumOfDays } from '#server/staff/numbers/day-sums.ts'
import { readDaySums, readKeptDays, runsOf } from '#server/staff/numbers/read-day-sums.ts'
import { refreshDaySums } from '#server/staff/numbers/refresh-day-sums.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writeOrder } from '#tests/written-order.ts'

// The clocks of Santiago go forward on 6 September 2026; the last day goes on.
const period = { desde: '2026-09-01', hasta: '2026-09-12' }
const clock = { now: () => new Date('2026-09-12T15:00:00Z') }
const firstMoment = Date.parse('2026-09-01T04:00:00Z')
const lastMoment = Date.parse('2026-09-13T02:59:59Z')

let database: OpenDatabase
beforeAll(async () => {
	database = await openTestDatabase()
	await seedCatalog(database.db, 1000)
})
afterAll(() => database.close())

const moments = fc.integer({ min: firstMoment, max: lastMoment }).map((ms) => new Date(ms))
type Step = (ids: string[]) => Promise<unknown>

/** A step that does something with one of the orders that are there. */
const onOrder = <Value>(values: fc.Arbitrary<Value>, run: (orden_id: string, value: Value) => Promise<unknown>) =>
	fc.tuple(fc.nat(), values).map(
		([at, value]): Step =>
			async (ids) => {
				const orden_id = ids[at % ids.length]
				if (orden_id) await run(orden_id, value)
			},
	)

const units = fc.integer({ min: 1, max: 5 })
const pesos = fc.integer({ min: 1000, max: 90_000 })
const update = (orden_id: string, values: Partial<typeof ordenes.$inferInsert>) =>
	database.db.update(ordenes).set(values).where(eq(ordenes.id, orden_id))

async function writeDocument(orden_id: string, [day, monto]: readonly [Date, number]): Promise<void> {
	const secuencia = (await database.db.$count(documentosTributarios, eq(documentosTributarios.orden_id, orden_id))) + 1
	const folio = (await database.db.$count(documentosTributarios)) + 1
	const fecha = day.toISOString().slice(0, 10)
	await database.db
		.insert(documentosTributarios)
		.values({ orden_id, tipo: 39, secuencia, estado: 'aceptada', monto, fecha, folio })
}

const steps: readonly fc.Arbitrary<Step>[] = [
	fc
		.tuple(moments, fc.constantFrom(...metodosPago), fc.constantFrom(...builtInColors), units)
		.map(([created_at, metodo_pago, color, cantidad]) => async (ids) => {
			const lines = [{ color, cantidad }]
			ids.push((await writeOrder(database, { created_at, metodo_pago, total: 29_990 * cantidad }, lines)).id)
		}),
	onOrder(fc.tuple(fc.constantFrom(...estados), fc.option(moments)), (orden_id, [estado, pagada_at]) =>
		update(orden_id, { estado, pagada_at }),
	),
	onOrder(pesos, (orden_id, total) => update(orden_id, { total })),
	onOrder(units, (orden_id, cantidad) =>
		database.db.update(ordenLineas).set({ cantidad }).where(eq(ordenLineas.orden_id, orden_id)),
	),
	onOrder(fc.tuple(moments, fc.constantFrom(...attemptStates)), (orden_id, [created_at, estado]) =>
		database.db
			.insert(intentosPago)
			.values({ id: randomUUID(), orden_id, gateway: 'webpay', estado, created_at, expires_at: created_at, monto: 1 }),
	),
	onOrder(fc.constantFrom(...attemptStates), (orden_id, estado) =>
		database.db.update(intentosPago).set({ estado }).where(eq(intentosPago.orden_id, orden_id)),
	),
	onOrder(fc.tuple(moments, pesos), writeDocument),
	onOrder(fc.constantFrom(...estadosDocumento), (orden_id, estado) =>
		database.db.update(documentosTributarios).set({ estado }).where(eq(documentosTributarios.orden_id, orden_id)),
	),
	fc.constant(() => refreshDaySums({ db: database.db, clock })),
]

it('kept sums are the plain sums, whatever is written to orders, payments and documents after they were kept', async () => {
	const ids: string[] = []
	await fc.assert(
		fc.asyncProperty(fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 12 }), async (doings) => {
			for (const doing of doings) await doing(ids)
			const plain = await addUpDays(database.db, period)
			expect(await readDaySums(database.db, period)).toEqual(plain)
		}),
		{ numRuns: 60 },
	)
	await refreshDaySums({ db: database.db, clock })
	const kept = await readKeptDays(database.db, period)
	expect([...kept.keys()].sort().at(-1)).toBe('2026-09-11')
	expect(kept.size).toBeGreaterThan(5)
	const { creadas, iniciados, documentos } = sumOfDays([...(await readDaySums(database.db, period)).values()])
	expect(creadas).toBe(ids.length)
	expect([iniciados > 0, documentos.length]).toEqual([true, 1])
})

it('forgets what was noted of the days that it added up, and notes nothing that changes no number', async () => {
	await refreshDaySums({ db: database.db, clock })
	const notedBefore = () => database.db.$count(diasCambiados, sql`${diasCambiados.dia} < '2026-09-12'`)
	expect(await notedBefore()).toBe(0)
	await database.db.update(ordenes).set({ nombre: 'Otra Persona' })
	expect(await notedBefore()).toBe(0)
	await database.db.update(ordenes).set({ estado: 'cancelado' })
	expect(await notedBefore()).toBeGreaterThan(0)
})

it('adds up anew what another release kept in another form', async () => {
	await refreshDaySums({ db: database.db, clock })
	await database.db.update(sumasPorDia).set({ sumas: { creadas: 7 } })
	expect(await readDaySums(database.db, period)).toEqual(await addUpDays(database.db, period))
	await refreshDaySums({ db: database.db, clock })
	expect((await readKeptDays(database.db, period)).size).toBeGreaterThan(5)
})

it('days that follow each other are one run, over the end of a month too', () => {
	expect(runsOf(['2026-08-31', '2026-09-01', '2026-09-03'])).toEqual([
		{ desde: '2026-08-31', hasta: '2026-09-01' },
		{ desde: '2026-09-03', hasta: '2026-09-03' },
	])
	expect(runsOf([])).toEqual([])
})
