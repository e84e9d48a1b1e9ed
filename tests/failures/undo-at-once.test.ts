import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '#core/server/db/database.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import {
	aCustomer,
	anOrder,
	aPlacedOrder,
	cartLine,
	orderRow,
	sendOrder,
	stockOf,
	type TestCustomer,
} from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let postgres: PostgresServer
let shop: TestShop
let boss: StaffCalls
let ana: TestCustomer

beforeAll(async () => {
	postgres = await startPostgres()
	shop = await openTestShop({ database: await openPostgres(await postgres.createDatabase('deshacer'), () => {}) })
})
beforeEach(async () => {
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
})
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})
afterAll(async () => {
	await shop.stop()
	await postgres.stop()
})

const act = (order: PayableOrder, action: string, body: object = {}) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, body)

async function aPaidOrder(color: string, cantidad = 1): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine(color, cantidad)] })
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	return order
}

describe('the undo of a cancellation', () => {
	it('reserves the units once under parallel requests', async () => {
		const before = await stockOf(shop, 'Negro')
		const order = await aPaidOrder('Negro', 2)
		await act(order, 'cancelar')
		const presses = await Promise.all([1, 2, 3].map(() => act(order, 'deshacer')))
		expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', stock_tomado: true })
		expect(await stockOf(shop, 'Negro')).toBe(before - 2)
	})

	it('ends in one of the two, with matching stock, when a second cancellation runs in parallel', async () => {
		const before = await stockOf(shop, 'Blanco')
		const order = await aPaidOrder('Blanco')
		await act(order, 'cancelar')
		await Promise.all([act(order, 'deshacer'), act(order, 'cancelar')])
		const { estado, stock_tomado } = await orderRow(shop, order.orden_id)
		expect([
			['pagada', true],
			['cancelado', false],
		]).toContainEqual([estado, stock_tomado])
		expect(await stockOf(shop, 'Blanco')).toBe(stock_tomado ? before - 1 : before)
	})

	it('leaves the last units to one of the two when an order runs in parallel', async () => {
		const buyer = await aCustomer(shop)
		const [product] = await shop.database.db.select().from(productos).where(eq(productos.color, 'Celeste'))
		const set = await boss.send('PATCH', `/api/admin_productos/${product?.id}/`, { stock: 2 })
		expect(set.statusCode, set.body).toBe(200)
		const order = await aPaidOrder('Celeste', 2)
		await act(order, 'cancelar')
		const [undone, placed] = await Promise.all([
			act(order, 'deshacer'),
			sendOrder(shop, buyer, anOrder({ carrito: [cartLine('Celeste', 2)], metodo_pago: 'efectivo' })),
		])
		expect([undone.statusCode, placed.statusCode].filter((status) => status === 200)).toHaveLength(1)
		expect(await stockOf(shop, 'Celeste')).toBe(0)
	})
})

describe('the undo of a change of a transfer', () => {
	it('undoes the last change when the delivery runs in parallel, and leaves the order wholly delivered, paid or unpaid', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Rosado')], metodo_pago: 'transferencia' })
		await act(order, 'confirmar_transferencia')
		await Promise.all([act(order, 'deshacer'), act(order, 'entregar')])
		const { estado, pagada_at } = await orderRow(shop, order.orden_id)
		expect([
			['completado', true],
			['pagada', true],
			['pendiente', false],
		]).toContainEqual([estado, pagada_at !== null])
	})
})
