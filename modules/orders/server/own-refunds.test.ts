import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { createSigner } from '#core/server/platform/secrets.ts'
import { devolucionesAMano, disputas } from '#modules/orders/payment-tables.ts'
import { readOrders } from '#modules/orders/server/read-orders.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writeOrder } from '#tests/written-order.ts'
import { writePayment, writeRefund } from '#tests/written-refund.ts'

let database: OpenDatabase
const signer = createSigner(['a secret of at least thirty-two characters'])
// In the evening of Santiago, when the day has already changed in UTC.
const evening = new Date('2026-11-13T01:00:00Z')

beforeAll(async () => {
	database = await openTestDatabase()
})
afterAll(() => database.close())

async function shownTo(orderId: string) {
	const deps = { db: database.db, signer, clock: { now: () => evening } }
	const [order] = await readOrders(deps, eq(ordenes.id, orderId))
	const { dinero, devuelto, devuelto_por_banco, por_devolver, devoluciones } = order ?? {}
	return { dinero, devuelto, devuelto_por_banco, por_devolver, devoluciones }
}
const cancel = (id: string) => database.db.update(ordenes).set({ estado: 'cancelado' }).where(eq(ordenes.id, id))

describe('the refunds of an order for its customer', () => {
	it('are those of staff with their way and day, beside what is owed', async () => {
		const paid = { estado: 'cancelado', metodo_pago: 'transferencia', pagada_at: evening } as const
		const { id: orden_id } = await writeOrder(database, paid)
		expect(await shownTo(orden_id)).toEqual({
			dinero: 'por_devolver',
			devuelto: 0,
			devuelto_por_banco: 0,
			por_devolver: 29_990,
			devoluciones: [],
		})
		const made = (monto: number, medio: 'transferencia' | 'efectivo', fecha: string) => ({
			...{ id: randomUUID(), orden_id, monto, medio, fecha, referencia: 'N° 4417' },
		})
		await database.db
			.insert(devolucionesAMano)
			.values([made(5000, 'efectivo', '2026-11-14'), made(20_000, 'transferencia', '2026-11-12')])
		const hand = { estado: 'hecha', aceptar_hasta: null }
		expect(await shownTo(orden_id)).toEqual({
			dinero: 'por_devolver',
			devuelto: 25_000,
			devuelto_por_banco: 0,
			por_devolver: 4990,
			devoluciones: [
				{ monto: 20_000, via: 'transferencia', fecha: '2026-11-12', ...hand },
				{ monto: 5000, via: 'efectivo', fecha: '2026-11-14', ...hand },
			],
		})
	})

	it('are those of the gateway with their state, and no longer one that it rejected', async () => {
		const payment = await writePayment(database, { gateway: 'flow' })
		await cancel(payment.orden_id)
		const until = new Date('2026-11-23T12:00:00.500Z')
		let minute = 0
		const refund = async (changes: Parameters<typeof writeRefund>[2]) => {
			const at = new Date(evening.getTime() + minute++ * 60_000)
			await writeRefund(database, payment, { created_at: at, updated_at: at, ...changes })
		}
		await refund({ monto: 3000, estado: 'en_curso', aceptar_hasta: until })
		await refund({ monto: 2000, estado: 'hecha', aceptar_hasta: until })
		await refund({ monto: 1000, estado: 'en_duda' })
		await refund({ monto: 500, estado: 'hecha', por_transferencia: true })
		await refund({ monto: 700, estado: 'rechazada' })
		const of = (monto: number, estado: string, via = 'flow', aceptar_hasta: string | null = null) => ({
			...{ monto, via, estado, fecha: '2026-11-12', aceptar_hasta },
		})
		expect(await shownTo(payment.orden_id)).toEqual({
			dinero: 'por_devolver',
			devuelto: 2500,
			devuelto_por_banco: 0,
			por_devolver: 29_990 - 6500,
			devoluciones: [
				of(3000, 'en_curso', 'flow', until.toISOString()),
				of(2000, 'hecha'),
				of(1000, 'en_curso'),
				of(500, 'hecha', 'transferencia'),
			],
		})
	})

	it('include what a gateway returned without the shop, without a day', async () => {
		const payment = await writePayment(database, { gateway: 'webpay', devuelto: 10_000 })
		await writeRefund(database, payment, { monto: 4000, estado: 'hecha', updated_at: evening })
		const { devuelto, devoluciones } = await shownTo(payment.orden_id)
		expect(devuelto).toBe(10_000)
		expect(devoluciones).toMatchObject([
			{ monto: 4000, via: 'webpay', fecha: '2026-11-12' },
			{ monto: 6000, via: 'webpay', fecha: null, estado: 'hecha' },
		])
	})
	it.each(['contracargo', 'mediacion'] as const)('exclude what the gateway took in a %s', async (tipo) => {
		const payment = await writePayment(database, { estado: 'devuelto', devuelto: 29_990 })
		await database.db.update(ordenes).set({ pagada_at: evening }).where(eq(ordenes.id, payment.orden_id))
		await writeRefund(database, payment, { monto: 4000, estado: 'hecha', updated_at: evening })
		const { gateway, pago_id, orden_id } = payment
		const dispute = { gateway, tipo, disputa_id: pago_id, pago_id, orden_id }
		await database.db.insert(disputas).values({ ...dispute, estado: 'abierta', created_at: evening })
		const refunded = { devuelto: 4000, por_devolver: 0, devoluciones: [{ monto: 4000, estado: 'hecha' }] }
		expect(await shownTo(orden_id)).toMatchObject({ ...refunded, dinero: 'en_disputa', devuelto_por_banco: 0 })
		await database.db.update(disputas).set({ estado: 'perdida' }).where(eq(disputas.pago_id, pago_id))
		expect(await shownTo(orden_id)).toMatchObject({ ...refunded, dinero: 'devuelta', devuelto_por_banco: 25_990 })
	})
})
