import { afterAll, expect, it } from 'vitest'
import { breaksRule } from '#core/server/db/query-errors.ts'
import { lockUnitsOut, moveStock } from '#modules/orders/server/reserve-stock.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
await proveAddress(shop, ana.email)
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	expect(await brokenLedgers(shop)).toEqual([])
})

const stock = () => stockOf(shop, 'Negro')
const act = (orden_id: string, action: string, body: object = {}) =>
	boss.send('POST', `/api/admin_ordenes/${orden_id}/${action}/`, body)
const setState = async (orden_id: string, estado: string) => {
	const { version } = await orderRow(shop, orden_id)
	const headers = { 'if-match': `"${version}"` }
	return await boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, { estado }, headers)
}

/** A delivered order of three units, of which one came back by itself. Returns its id and the stock before it. */
async function oneOfThreeCameBack() {
	const before = await stock()
	const carrito = [cartLine('Negro', 3)]
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito })
	await act(orden_id, 'confirmar_transferencia')
	await act(orden_id, 'entregar')
	const putBack = () =>
		shop.database.db.transaction(async (tx) => {
			await lockOrder(tx, orden_id)
			const [out] = await lockUnitsOut(tx, orden_id)
			if (!out) throw new Error('nothing is out')
			await moveStock(tx, orden_id, 'devolucion', [{ ...out, cantidad: 1, clave: `prueba:${orden_id}:0` }])
		})
	await putBack()
	return { orden_id, before, putBack }
}

it('moves a part that came back once', async () => {
	const { orden_id, before, putBack } = await oneOfThreeCameBack()
	await expect(putBack()).rejects.toSatisfy((error) => breaksRule(error, 'movimientos_clave'))
	expect(await stock()).toBe(before - 2)
	const out = await shop.database.db.transaction((tx) => lockUnitsOut(tx, orden_id))
	expect(out.map(({ cantidad }) => cantidad)).toEqual([2])
})

it('puts back only the rest when staff cancel the order, and takes only the rest when they undo it', async () => {
	const { orden_id, before } = await oneOfThreeCameBack()
	expect((await act(orden_id, 'cancelar')).statusCode).toBe(200)
	expect(await stock()).toBe(before)
	expect((await act(orden_id, 'deshacer')).statusCode).toBe(200)
	expect(await stock()).toBe(before - 2)
	await act(orden_id, 'cancelar')
	await act(orden_id, 'cancelar')
	expect(await stock()).toBe(before)
})

it.each(['cancelado', 'fallida'])('puts back only the rest when staff set the order to %s and back', async (estado) => {
	const { orden_id, before } = await oneOfThreeCameBack()
	const effects = await act(orden_id, 'efectos', { estado })
	expect(effects.json().efectos).toContain('Vuelven al stock: 2 Negro.')
	expect((await setState(orden_id, estado)).statusCode).toBe(200)
	expect(await stock()).toBe(before)
	expect((await setState(orden_id, 'completado')).statusCode).toBe(200)
	expect(await stock()).toBe(before - 2)
})

it('moves nothing more for an order of which everything came back', async () => {
	const before = await stock()
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	await act(orden_id, 'confirmar_transferencia')
	await shop.database.db.transaction(async (tx) => {
		await moveStock(
			tx,
			orden_id,
			'devolucion',
			(await lockUnitsOut(tx, orden_id)).map((unit) => ({ ...unit, clave: orden_id })),
		)
	})
	for (const estado of ['cancelado', 'pagada', 'fallida']) {
		expect((await setState(orden_id, estado)).statusCode).toBe(200)
		expect(await stock()).toBe(before)
	}
})
