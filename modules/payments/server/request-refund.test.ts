import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { devoluciones, type PaymentRow } from '#modules/orders/payment-tables.ts'
import { requestRefund } from '#modules/payments/server/refunds.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writePayment, writeRefund } from '#tests/written-refund.ts'

let database: OpenDatabase
const now = new Date('2026-11-23T12:00:00Z')

beforeAll(async () => {
	database = await openTestDatabase()
})
afterAll(() => database.close())

const enqueue = vi.fn(async () => {})

const requested = (pago: PaymentRow, monto: number) =>
	database.db.transaction((tx) =>
		requestRefund(
			{ newId: randomUUID, mail: async () => {}, jobs: { enqueue } as never, hooks, clock: { now: () => now } },
			tx,
			pago,
			{
				monto,
				motivo: 'arrepentimiento',
				usuario_id: null,
			},
		),
	)
const refusal = { failure: 'devolucion_excede' }

describe('requestRefund', () => {
	it('stores the refund with its job and an audit row', async () => {
		const pago = await writePayment(database)
		enqueue.mockClear()
		const { devolucion_id } = (await requested(pago, 990)) as { devolucion_id: string }
		const [row] = await database.db.select().from(devoluciones).where(eq(devoluciones.id, devolucion_id))
		expect(row).toMatchObject({
			pago_id: pago.pago_id,
			orden_id: pago.orden_id,
			monto: 990,
			estado: 'pedida',
			created_at: now,
		})
		expect(row).toMatchObject({ motivo: 'arrepentimiento', reserva: null, updated_at: now })
		expect(enqueue.mock.calls).toEqual([[expect.anything(), 'devolver_pago', { devolucion_id }]])
		const log = await database.db.select().from(auditoria).where(eq(auditoria.ref, pago.orden_id))
		expect(log).toMatchObject([
			{ tipo: 'orden', accion: 'devolucion_pedida', detalle: 'arrepentimiento', despues: '990' },
		])
	})

	it('accepts the whole payment, and not one CLP more', async () => {
		expect(await requested(await writePayment(database), 29_990)).toHaveProperty('devolucion_id')
		expect(await requested(await writePayment(database), 29_991)).toMatchObject(refusal)
	})

	it.each([0, -1])('rejects a refund of %i CLP', async (monto) => {
		expect(await requested(await writePayment(database), monto)).toMatchObject(refusal)
	})

	it('counts refunds made and pending, and not refused ones', async () => {
		const pago = await writePayment(database)
		await writeRefund(database, pago, { monto: 9_990, estado: 'hecha' })
		await writeRefund(database, pago, { monto: 10_000, estado: 'en_curso' })
		await writeRefund(database, pago, { monto: 20_000, estado: 'rechazada' })
		expect(await requested(pago, 10_001)).toMatchObject(refusal)
		expect(await requested(pago, 10_000)).toHaveProperty('devolucion_id')
	})

	it('counts refunds made by the gateway alone, each CLP once', async () => {
		const pago = await writePayment(database, { devuelto: 20_000 })
		await writeRefund(database, pago, { monto: 15_000, estado: 'hecha' })
		expect(await requested(pago, 9_991)).toMatchObject(refusal)
		expect(await requested(pago, 9_990)).toHaveProperty('devolucion_id')
	})

	it('does not count refunds of another payment', async () => {
		await writeRefund(database, await writePayment(database), { monto: 29_990, estado: 'hecha' })
		expect(await requested(await writePayment(database), 29_990)).toHaveProperty('devolucion_id')
	})
})
