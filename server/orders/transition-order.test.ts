import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockOrder, transitionOrder } from '#server/orders/transition-order.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'

let shop: TestShop

beforeAll(async () => {
	shop = await openTestShop()
})
afterAll(() => shop.stop())

it('refuses an order that is not as it stands now, and nothing of the whole transaction stays', async () => {
	const before = await stockOf(shop, 'Rosado')
	const ana = await aCustomer(shop, 'Ana')
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Rosado', 2)] })
	const twice = shop.database.db.transaction(async (tx) => {
		const order = await lockOrder(tx, orden_id)
		if (!order) throw new Error('no order')
		const move = { estado: 'cancelado', actorId: null, why: 'cancelada' } as const
		await transitionOrder(shop.payments, tx, order, move)
		await transitionOrder(shop.payments, tx, order, move)
	})
	await expect(twice).rejects.toThrow(`order ${orden_id} was changed since it was read`)
	expect((await orderRow(shop, orden_id)).estado).toBe('pendiente')
	expect(await stockOf(shop, 'Rosado')).toBe(before - 2)
})
