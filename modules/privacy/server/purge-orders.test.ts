import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'

let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop()
})
afterAll(() => shop.stop())

/** Runs the daily job some days later. */
async function cleanAfter(days: number): Promise<void> {
	shop.clock.advanceMinutes(days * 24 * 60)
	await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'limpiar', {}))
	await shop.drainJobs()
}

it('deletes coordinates and metres of an order after a month, and keeps its address and delivery price', async () => {
	const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop, 'Ana'))
	const position = { lat: -33.44, lng: -70.65, distancia_m: 6200 }
	const kept = { direccion: 'Moneda 970', comuna: 'Santiago', total: 33_490 }
	await shop.database.db
		.update(ordenes)
		.set({ ...position, ...kept })
		.where(eq(ordenes.id, orden_id))
	await cleanAfter(29)
	expect(await orderRow(shop, orden_id)).toMatchObject({ ...position, ...kept })
	await cleanAfter(2)
	expect(await orderRow(shop, orden_id)).toMatchObject({ lat: null, lng: null, distancia_m: null, ...kept })
})

it('deletes name, contact and address of an order that ended without money, 90 days after the last entry of its history', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const cash = { metodo_pago: 'efectivo' } as const
	const [expired, paid] = [await aPlacedOrder(shop, ana, cash), await aPlacedOrder(shop, ana, cash)]
	const change = (orden_id: string, values: Partial<typeof ordenes.$inferInsert>) =>
		shop.database.db.update(ordenes).set(values).where(eq(ordenes.id, orden_id))
	await change(expired.orden_id, { estado: 'fallida', stock_tomado: false })
	await change(paid.orden_id, { estado: 'cancelado', stock_tomado: false, pagada_at: shop.clock.now() })
	const emails = async () => [
		(await orderRow(shop, expired.orden_id)).email,
		(await orderRow(shop, paid.orden_id)).email,
	]
	await cleanAfter(89)
	expect(await emails()).toEqual([ana.email, ana.email])
	await shop.database.db.insert(auditoria).values({
		tipo: 'orden',
		ref: expired.orden_id,
		accion: 'nota',
		despues: 'Llamó ayer',
		created_at: shop.clock.now(),
	})
	await cleanAfter(2)
	expect(await emails()).toEqual([ana.email, ana.email])
	await cleanAfter(89)
	expect(await emails()).toEqual(['', ana.email])
	expect(await orderRow(shop, expired.orden_id)).toMatchObject({
		nombre: '',
		telefono: '',
		direccion: '',
		total: expired.total,
	})
})
