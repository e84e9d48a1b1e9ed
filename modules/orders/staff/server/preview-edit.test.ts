import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { roundCalls } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { proveAddress, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let ana: TestCustomer

beforeAll(async () => {
	const provider = createFakeTaxDocuments()
	shop = await openTaxShop({ provider })
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
	await proveAddress(shop, ana.email)
})
afterAll(() => shop.stop())

const preview = (orden_id: string, field: object) => boss.send('POST', `/api/admin_ordenes/${orden_id}/efectos/`, field)
const effectsOf = async (orden_id: string, field: object) => (await preview(orden_id, field)).json().efectos

async function aPaidOrder(): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Negro', 2)] })
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	await shop.drainJobs()
	return order
}

/** The row counts of every table that a change of an order may write. */
async function countRows() {
	const tables = ['correos', 'documentos_tributarios', 'movimientos_stock', 'auditoria', 'avisos', 'pgboss.job']
	const counts = tables.map((table) => `(select count(*) from ${table})`).join(' || $$ $$ || ')
	const { rows } = await shop.database.db.execute(sql.raw(`select ${counts} as n`))
	return rows[0]
}

it('lists mail, money, document and units of a cancellation, and changes nothing', async () => {
	const { orden_id } = await aPaidOrder()
	const [row, stock, rows] = [await orderRow(shop, orden_id), await stockOf(shop, 'Negro'), await countRows()]
	expect(await effectsOf(orden_id, { estado: 'cancelado' })).toEqual([
		'El cliente recibe el correo «Orden cancelada».',
		'Quedan $59.980 por devolver al cliente: el dinero no vuelve solo.',
		'Se emite una nota de crédito por $59.980.',
		'Vuelven al stock: 2 Negro.',
	])
	expect([await orderRow(shop, orden_id), await stockOf(shop, 'Negro'), await countRows()]).toEqual([row, stock, rows])
})

it('reports that a new total differs from the payment, and the documents that follow', async () => {
	const { orden_id } = await aPaidOrder()
	expect(await effectsOf(orden_id, { total: 2999 })).toEqual([
		'El cliente pagó $59.980 y el total queda en $2.999: sobran $56.981, que no vuelven solos.',
		'Se emite una nota de crédito por $59.980.',
		'Se emite una boleta por $2.999.',
	])
})

it('lists nothing without consequences', async () => {
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	expect(await effectsOf(orden_id, { total: 25_000 })).toEqual([])
	expect(await effectsOf(orden_id, { metodo_pago: 'efectivo' })).toEqual([])
	expect(await effectsOf(orden_id, { metodo_pago: 'transferencia' })).toEqual([])
})

it('lists the confirmation and the boleta of an order set to paid', async () => {
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	expect(await effectsOf(orden_id, { estado: 'pagada' })).toEqual([
		'El cliente recibe el correo «Pago confirmado».',
		'La orden queda pagada por $29.990.',
		'Se emite una boleta por $29.990.',
	])
})

it('names the round of an order on its way', async () => {
	const rounds = roundCalls(shop, boss, ana)
	const order = await rounds.toBring(0, { paid: true })
	const { numero } = await rounds.leave(await rounds.plan(order))
	expect(await effectsOf(order, { estado: 'cancelado' })).toContain(
		`El pedido va en camino ahora, en la ronda ${numero}: el repartidor verá que ya no se entrega.`,
	)
})

it('fails as the change itself does', async () => {
	const { orden_id } = await aPlacedOrder(shop, ana)
	expect((await preview(orden_id, { nombre: 'x' })).json()).toMatchObject({ code: 'campo_no_editable' })
	expect((await preview(orden_id, { total: -1 })).json()).toMatchObject({ code: 'valor_invalido' })
	expect((await preview('nada', { total: 1 })).statusCode).toBe(404)
})
