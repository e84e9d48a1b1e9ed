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
const which = fc.nat()

/** The order, attempt or document that a step is about: any of those that are there. */
const oneOf = <Row>(rows: readonly Row[], at: number): Row | undefined => rows[at % rows.length]

type Step = (ids: string[]) => Promise<unknown>

const steps: readonly fc.Arbitrary<Step>[] = [
	fc
		.tuple(moments, fc.constantFrom(...metodosPago), fc.constantFrom(...builtInColors), fc.integer({ min: 1, max: 3 }))
		.map(([created_at, metodo_pago, color, cantidad]) => async (ids) => {
			const order = await writeOrder(database, { created_at, metodo_pago, total: 29_990 * cantidad }, [
				{ color, cantidad },
			])
			ids.push(order.id)
		}),
	fc.tuple(which, fc.constantFrom(...estados), fc.option(moments)).map(
		([at, estado, pagada_at]) =>
			async (ids) =>
				database.db
					.update(ordenes)
					.set({ estado, pagada_at })
					.where(eq(ordenes.id, oneOf(ids, at) ?? randomUUID())),
	),
	fc.tuple(which, fc.integer({ min: 1000, max: 90_000 })).map(
		([at, total]) =>
			async (ids) =>
				database.db
					.update(ordenes)
					.set({ total })
					.where(eq(ordenes.id, oneOf(ids, at) ?? randomUUID())),
	),
	fc.tuple(which, fc.integer({ min: 1, max: 5 })).map(
		([at, cantidad]) =>
			async (ids) =>
				database.db
					.update(ordenLineas)
					.set({ cantidad })
					.where(eq(ordenLineas.orden_id, oneOf(ids, at) ?? randomUUID())),
	),
	fc.tuple(which, moments, fc.constantFrom(...attemptStates)).map(([at, created_at, estado]) => async (ids) => {
		const orden_id = oneOf(ids, at)
		if (!orden_id) return
		const attempt = { id: randomUUID(), orden_id, estado, created_at, expires_at: created_at, monto: 1 }
		await database.db.insert(intentosPago).values({ ...attempt, gateway: 'webpay' })
	}),
	fc.tuple(which, fc.constantFrom(...attemptStates)).map(
		([at, estado]) =>
			async (ids) =>
				database.db
					.update(intentosPago)
					.set({ estado })
					.where(eq(intentosPago.orden_id, oneOf(ids, at) ?? randomUUID())),
	),
	fc.tuple(which, moments, fc.integer({ min: 1, max: 90_000 })).map(([at, day, monto]) => async (ids) => {
		const orden_id = oneOf(ids, at)
		if (!orden_id) return
		const secuencia = await database.db.$count(documentosTributarios, eq(documentosTributarios.orden_id, orden_id))
		const fecha = day.toISOString().slice(0, 10)
		const document = { orden_id, tipo: 39, secuencia: secuencia + 1, estado: 'aceptada', monto, fecha } as const
		const folio = (await database.db.$count(documentosTributarios)) + 1
		await database.db.insert(documentosTributarios).values({ ...document, folio })
	}),
	fc.tuple(which, fc.constantFrom(...estadosDocumento)).map(
		([at, estado]) =>
			async (ids) =>
				database.db
					.update(documentosTributarios)
					.set({ estado })
					.where(eq(documentosTributarios.orden_id, oneOf(ids, at) ?? randomUUID())),
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
