import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ordenes } from '#modules/orders/tables.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'

let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop()
})
afterAll(() => shop.stop())

it('deletes coordinates and metres of an order after a month, and keeps its address and delivery price', async () => {
	const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop, 'Ana'))
	const position = { lat: -33.44, lng: -70.65, distancia_m: 6200 }
	const kept = { direccion: 'Moneda 970', comuna: 'Santiago', total: 33_490 }
	await shop.database.db
		.update(ordenes)
		.set({ ...position, ...kept })
		.where(eq(ordenes.id, orden_id))
	const clean = async () => {
		await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'limpiar', {}))
		await shop.drainJobs()
	}
	shop.clock.advanceMinutes(29 * 24 * 60)
	await clean()
	expect(await orderRow(shop, orden_id)).toMatchObject({ ...position, ...kept })
	shop.clock.advanceMinutes(2 * 24 * 60)
	await clean()
	expect(await orderRow(shop, orden_id)).toMatchObject({ lat: null, lng: null, distancia_m: null, ...kept })
})
