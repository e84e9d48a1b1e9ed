import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { createSigner } from '#core/server/platform/secrets.ts'
import { seedCatalog } from '#modules/catalog/staff/server/products.ts'
import type { PaymentDetails } from '#modules/orders/payment-details.ts'
import { comprobantes, intentosPago, pagos } from '#modules/orders/payment-tables.ts'
import { proofLink, readProof } from '#modules/orders/server/order-links.ts'
import { readPaymentDetails, toColumns, toDetails } from '#modules/orders/server/read-order-money.ts'
import { orderHistory, readLines, readOrders } from '#modules/orders/server/read-orders.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writeOrder } from '#tests/written-order.ts'

let database: OpenDatabase
let now = new Date('2026-11-20T15:00:00Z')
const signer = createSigner(['a secret of at least thirty-two characters'])
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const deps = () => ({ db: database.db, signer, clock: { now: () => now } })
const tokenOf = (link: string) => link.slice('/api/comprobantes/'.length)

beforeAll(async () => {
	database = await openTestDatabase()
	await seedCatalog(database.db)
})
afterAll(() => database.close())

/** A file store with one file, under `key`. */
const filesWith = (key: string) => {
	const file = { size: 1, read: () => Promise.reject(new Error('nobody reads it')) }
	return { open: async (requested: string) => (requested === key ? file : undefined) } as unknown as Files
}

async function proofOf(order: OrderRow, created_at: Date): Promise<string> {
	const id = randomUUID()
	await database.db
		.insert(comprobantes)
		.values({ id, orden_id: order.id, archivo: `comprobantes/${id}.webp`, bytes: 1, created_at })
	return id
}

describe('readOrders', () => {
	it('lists the orders of a customer newest first, each with its own lines, proofs and states', async () => {
		const lines = [
			{ color: 'Rosado', cantidad: 2 },
			{ color: 'Blanco', cantidad: 1 },
		]
		const old = await writeOrder(database, { created_at: at(9), pagada_at: at(12) }, lines)
		const late = await writeOrder(database, { created_at: at(10) }, [{ color: 'Negro', cantidad: 1 }])
		const later = await proofOf(old, at(11))
		const first = await proofOf(old, at(10))
		const log = (entry: object) =>
			database.db.transaction((tx) =>
				writeAudit(tx, { tipo: 'orden', ref: old.id, usuario_id: null, accion: 'pago_confirmado', ...entry }),
			)
		await log({ campo: 'estado', despues: 'pagada' })
		await log({ campo: 'total', despues: 'cancelado' })
		await log({ campo: 'estado', despues: 'pendiente', accion: 'creada' })
		await log({ tipo: 'producto', campo: 'estado', despues: 'fallida' })
		const [one, two, ...others] = await readOrders(deps(), inArray(ordenes.id, [old.id, late.id]))
		expect(others).toEqual([])
		expect(one).toMatchObject({ id: late.id, comprobantes: [], historia: [{ tipo: 'creada' }] })
		expect(one?.carrito.map(({ color }) => color)).toEqual(['Negro'])
		expect(two).toMatchObject({
			id: old.id,
			nro_orden: old.nro_orden,
			estado: 'pendiente',
			user: null,
			total: 29_990,
			created_at: at(9).toISOString(),
			telefono: '987654321',
			tipo_entrega: 'retiro',
			direccion: '',
			subtotal: 29_990,
			despacho: 0,
			descuento: 0,
			metodo_pago: 'mercadopago',
			comprobantes: [1, 2].map((place) => `orden-${old.nro_orden}-comprobante-${place}.webp`),
		})
		expect(two?.carrito).toMatchObject(lines)
		const events = two?.historia.map(({ tipo, estado }) => estado ?? tipo)
		expect(events).toEqual(['creada', 'comprobante', 'comprobante', 'pagada'])
		const names = await Promise.all(
			(two?.comprobantes_descarga ?? []).map((link) => signer.verify('comprobante', tokenOf(link), now)),
		)
		expect(names).toEqual([first, later])
	})

	it('returns none for an empty selection, and an order without lines with none', async () => {
		expect(await readOrders(deps(), eq(ordenes.id, randomUUID()))).toEqual([])
		expect((await readLines(database.db, []))('nobody')).toEqual([])
	})
})

describe('the link of a proof', () => {
	it("opens its file for an hour, under the name in the order's list", async () => {
		now = at(15)
		const order = await writeOrder(database)
		await proofOf(order, at(9))
		const id = await proofOf(order, at(10))
		const link = proofLink(deps(), id)
		const read = (files: Files) => readProof({ ...deps(), files }, tokenOf(link))
		const files = filesWith(`comprobantes/${id}.webp`)
		now = new Date(at(16).getTime() - 1_000)
		expect(await read(files)).toMatchObject({ id, fileName: `orden-${order.nro_orden}-comprobante-2.webp` })
		await expect(read(filesWith('another'))).rejects.toThrow('no_encontrado')
		now = at(16)
		await expect(read(files)).rejects.toThrow('enlace_vencido')
	})

	it('opens nothing when the proof is deleted or unknown', async () => {
		const files = filesWith('any')
		const gone = proofLink(deps(), randomUUID())
		await expect(readProof({ ...deps(), files }, tokenOf(gone))).rejects.toThrow('no_encontrado')
		const tomorrow = new Date(now.getTime() + 86_400_000)
		const strange = signer.sign('comprobante', { id: 1 }, tomorrow)
		await expect(readProof({ ...deps(), files }, strange)).rejects.toThrow('enlace_vencido')
	})
})

describe('the payment details of an order', () => {
	const known: PaymentDetails = {
		codigo_autorizacion: '1213',
		autorizado_at: at(9).toISOString(),
		tipo_tarjeta: 'credito',
		medio: 'Visa',
		tipo_cuotas: 'sin_interes',
		cuotas: 3,
		monto_cuota: 9_997,
		ultimos_digitos: '6623',
	}

	it('are read as they were written', () => {
		expect(toColumns(known).autorizado_at).toEqual(at(9))
		expect(toDetails(toColumns(known))).toEqual(known)
		const undated = { ...known, autorizado_at: null }
		expect(toDetails(toColumns(undated))).toEqual(undated)
	})

	it('are those of the payment that pays it, and of no other', async () => {
		const order = await writeOrder(database)
		expect(await readPaymentDetails(database.db, order.id)).toBeNull()
		const intento_id = randomUUID()
		const attempt = { id: intento_id, orden_id: order.id, gateway: 'webpay', estado: 'pagado', monto: 29_990 } as const
		await database.db.insert(intentosPago).values({ ...attempt, expires_at: at(10) })
		const payment = (pago_id: string, destino: 'aplicado' | 'caso', medio: string): typeof pagos.$inferInsert => ({
			gateway: 'webpay',
			pago_id,
			intento_id,
			orden_id: order.id,
			estado: 'aprobado',
			monto: 29_990,
			moneda: 'CLP',
			destino,
			...toColumns({ ...known, medio }),
		})
		await database.db.insert(pagos).values(payment('p2', 'caso', 'Mastercard'))
		expect(await readPaymentDetails(database.db, order.id)).toBeNull()
		await database.db.insert(pagos).values(payment('p1', 'aplicado', 'Visa'))
		expect(await readPaymentDetails(database.db, order.id)).toEqual(known)
	})
})

describe('the timeline', () => {
	const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
	const past = { created_at: at(9), pagada_at: null, proofs: [], moves: [] }

	it('starts with the order and lists proofs and states by time', () => {
		const moves = [
			{ created_at: at(13), estado: 'pagada' as const },
			{ created_at: at(11), estado: 'en_revision' as const },
		]
		expect(orderHistory({ ...past, pagada_at: at(13), proofs: [at(12), at(10)], moves }).historia).toEqual([
			{ created_at: '2026-11-20T09:00:00.000Z', tipo: 'creada', estado: null },
			{ created_at: '2026-11-20T10:00:00.000Z', tipo: 'comprobante', estado: null },
			{ created_at: '2026-11-20T11:00:00.000Z', tipo: 'estado', estado: 'en_revision' },
			{ created_at: '2026-11-20T12:00:00.000Z', tipo: 'comprobante', estado: null },
			{ created_at: '2026-11-20T13:00:00.000Z', tipo: 'estado', estado: 'pagada' },
		])
	})

	it('lists a payment that the audit log lacks, once', () => {
		expect(orderHistory({ ...past, pagada_at: at(9) }).historia.at(-1)).toMatchObject({
			tipo: 'estado',
			estado: 'pagada',
		})
		const moves = [{ created_at: at(9), estado: 'cancelado' as const }]
		expect(orderHistory({ ...past, pagada_at: at(10), moves }).historia.map(({ estado }) => estado)).toEqual([
			null,
			'cancelado',
			'pagada',
		])
		expect(orderHistory({ ...past, moves }).historia.map(({ estado }) => estado)).toEqual([null, 'cancelado'])
	})

	it('of an order with 10,000 events has its newest 50 and their number, under 50 KB', async () => {
		const order = await writeOrder(database, { created_at: at(9) })
		await database.db.execute(sql`insert into auditoria (tipo, ref, accion, campo, despues, created_at)
			select 'orden', ${order.id}, 'editada', 'estado', case when n % 2 = 0 then 'pendiente' else 'fallida' end,
				${at(10).toISOString()}::timestamptz + n * interval '1 second'
			from generate_series(1, 10000) as n`)
		const [read] = await readOrders(deps(), eq(ordenes.id, order.id))
		expect(read?.historia.at(-1)).toMatchObject({ created_at: '2026-11-20T12:46:40.000Z', estado: 'pendiente' })
		expect([read?.historia.length, read?.historia_total]).toEqual([50, 10_001])
		expect(JSON.stringify(read).length).toBeLessThan(50_000)
	})
})
