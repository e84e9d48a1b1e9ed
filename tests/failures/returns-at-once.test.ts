import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import { openPostgres } from '#core/server/db/database.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, cartLine, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let postgres: PostgresServer
let shop: TestShop
let boss: StaffCalls
let ana: TestCustomer

beforeAll(async () => {
	postgres = await startPostgres()
	shop = await openTestShop({ database: await openPostgres(await postgres.createDatabase('retornos'), () => {}) })
})
beforeEach(async () => {
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
})
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	expect(await brokenLedgers(shop)).toEqual([])
})
afterAll(async () => {
	await shop.stop()
	await postgres.stop()
})

const post = (url: string, body: object = {}, key: string = randomUUID()) =>
	boss.send('POST', url, body, { 'idempotency-key': key })
const codes = (answers: readonly { readonly statusCode: number }[]) =>
	answers.map(({ statusCode }) => statusCode).toSorted()

async function aDelivered(cantidad: number): Promise<string> {
	const carrito = [cartLine('Negro', cantidad)]
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito })
	const headers = { 'if-match': '"1"' }
	expect(
		(await boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, { estado: 'completado' }, headers)).statusCode,
	).toBe(200)
	return orden_id
}

const wanted = (cantidad: number) => ({
	tipo: 'retracto',
	opcion: 'devolucion',
	vuelta: 'retiro',
	lineas: [{ posicion: 0, cantidad }],
})
const ask = (orden_id: string, cantidad: number, key: string = randomUUID()) =>
	callsWith(shop, ana.access).send('POST', `/api/ordenes/${orden_id}/retornos/`, wanted(cantidad), {
		'idempotency-key': key,
	})
const arrived = (recibida: number) => ({
	lineas: [{ posicion: 0, recibida, condicion: 'vendible', a_stock: recibida }],
})

it('announces no unit twice under parallel requests, and one return a key', async () => {
	const orden_id = await aDelivered(3)
	expect(codes(await Promise.all([2, 2, 2].map((units) => ask(orden_id, units))))).toEqual([201, 422, 422])
	const key = randomUUID()
	const clicks = await Promise.all([1, 1, 1].map((units) => ask(orden_id, units, key)))
	expect(codes(clicks)).toEqual([201, 201, 201])
	expect(new Set(clicks.map((answer) => answer.json().id)).size).toBe(1)
})

it('puts units back once when it is received twice at once, or received while the order is cancelled', async () => {
	const before = await stockOf(shop, 'Negro')
	const first = await aDelivered(2)
	const { id } = (await ask(first, 2)).json()
	expect(codes(await Promise.all([1, 2, 3].map(() => post(`/api/admin_retornos/${id}/recibir`, arrived(2)))))).toEqual([
		200, 200, 200,
	])
	expect(await stockOf(shop, 'Negro')).toBe(before)

	const second = await aDelivered(2)
	const other = (await ask(second, 1)).json().id
	await Promise.all([
		post(`/api/admin_retornos/${other}/recibir`, arrived(1)),
		post(`/api/admin_ordenes/${second}/cancelar/`),
	])
	expect(await stockOf(shop, 'Negro')).toBe(before)
})

it('gives money back once when two returns and a refund of the order end at once', async () => {
	const orden_id = await aDelivered(2)
	const ids = [(await ask(orden_id, 1)).json().id, (await ask(orden_id, 1)).json().id]
	for (const id of ids) await post(`/api/admin_retornos/${id}/recibir`, arrived(1))
	const fecha = dayIn(shop.clock.now())
	const money = (monto: number) => ({ monto, medio: 'efectivo', fecha })
	const close = (id: number, key: string) =>
		post(`/api/admin_retornos/${id}/cerrar`, { opcion: 'devolucion', devolver_a_mano: money(29_990) }, key)
	const key = randomUUID()
	await Promise.all([
		close(ids[0], key),
		close(ids[0], key),
		close(ids[1], randomUUID()),
		post(`/api/admin_ordenes/${orden_id}/devolver_a_mano/`, { ...money(59_980), referencia: '' }),
	])
	const { devuelto, devoluciones_a_mano } = (await boss.get(`/api/admin_ordenes/${orden_id}/`)).json<OrderDetail>()
	expect(devuelto).toBe(59_980)
	expect(devoluciones_a_mano.reduce((sum, { monto }) => sum + monto, 0)).toBe(59_980)
})
