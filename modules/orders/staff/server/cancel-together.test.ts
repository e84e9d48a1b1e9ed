import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { purgeNetworks } from '#modules/privacy/server/anonymize-orders.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { aCustomer, anOrder, cartLine, orderRow, sendOrder, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let boss: StaffCalls
let buyer: TestCustomer
const shop = await aShop()
// Each test begins a few minutes into an hour of its own.
beforeEach(async () => {
	shop.clock.advanceMinutes(185 - shop.clock.now().getUTCMinutes())
	await logInAgain()
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

async function logInAgain(): Promise<void> {
	boss = await theBoss(shop)
	buyer = await aCustomer(shop)
}

async function place(remoteAddress: string, changes: Partial<PlaceOrderRequest> = {}): Promise<string> {
	const order = anOrder({ metodo_pago: 'efectivo', ...changes })
	const answer = await sendOrder(shop, buyer, order, randomUUID(), { remoteAddress })
	expect(answer.statusCode).toBe(200)
	return answer.json().orden_id
}
const detailOf = async (id: string) => (await boss.get(`/api/admin_ordenes/${id}/`)).json()
const cancel = (id: string, payload: object) => boss.send('POST', `/api/admin_ordenes/${id}/cancelar_juntas/`, payload)
const estadoOf = async (id: string) => (await orderRow(shop, id)).estado

describe('the unpaid orders of one network', () => {
	it('are counted with their units, and cancelled at once with audit log, stock and a mail each', async () => {
		const before = await stockOf(shop, 'Celeste')
		const [one, other] = [
			await place('203.0.113.1'),
			await place('203.0.113.99', { carrito: [cartLine('Celeste', 3)] }),
		]
		const elsewhere = await place('198.51.100.1')
		const paid = await place('203.0.113.2')
		expect((await boss.send('PUT', `/api/admin_ordenes/${paid}/`, { estado: 'pagada' })).statusCode).toBe(200)
		expect((await detailOf(one)).juntas).toEqual({
			red: { ordenes: 2, unidades: 4 },
			hora: { ordenes: 3, unidades: 5 },
		})
		expect((await detailOf(paid)).juntas).toEqual({ red: null, hora: null })
		const answer = await cancel(one, { grupo: 'red', motivo: 'Pedidos repetidos' })
		expect(answer.json()).toMatchObject({ canceladas: 2, estado: 'cancelado', juntas: { red: null, hora: null } })
		expect(await Promise.all([one, other, elsewhere, paid].map(estadoOf))).toEqual([
			'cancelado',
			'cancelado',
			'pendiente',
			'pagada',
		])
		expect(await stockOf(shop, 'Celeste')).toBe(before)
		const { historia, correos } = await detailOf(other)
		expect(historia).toContainEqual(expect.objectContaining({ accion: 'cancelada', usuario: 'jefa@premiumshaker.cl' }))
		expect(correos.filter(({ plantilla }: { plantilla: string }) => plantilla === 'orden_cancelada').length).toBe(1)
		expect((await cancel(one, { grupo: 'red' })).json()).toMatchObject({ canceladas: 0 })
	})

	it('are not listed for a single order, or for this machine', async () => {
		const alone = await place('192.0.2.1')
		expect((await detailOf(alone)).juntas.red).toBeNull()
		const [one] = [await place('127.0.0.1'), await place('127.0.0.1')]
		expect((await detailOf(one)).juntas.red).toBeNull()
		expect((await orderRow(shop, one)).red).toBeNull()
	})
})

describe('the unpaid orders of one hour', () => {
	it('are cancelled at once, and those before and after are not', async () => {
		const earlier = await place('127.0.0.1')
		shop.clock.advanceMinutes(60)
		await logInAgain()
		const [one, other] = [await place('127.0.0.1'), await place('203.0.113.9')]
		const gateway = await place('127.0.0.1', { metodo_pago: 'mercadopago' })
		shop.clock.advanceMinutes(60)
		await logInAgain()
		const later = await place('127.0.0.1')
		expect((await cancel(one, { grupo: 'hora' })).json()).toMatchObject({ canceladas: 2 })
		expect(await Promise.all([earlier, one, other, gateway, later].map(estadoOf))).toEqual([
			'pendiente',
			'cancelado',
			'cancelado',
			'pendiente',
			'pendiente',
		])
	})
})

describe('the network of an order', () => {
	const redOf = async (id: string) => (await orderRow(shop, id)).red

	it('is deleted once the order is paid or cancelled', async () => {
		const [paid, cancelled] = [await place('203.0.113.5'), await place('2001:db8:1:12ff::7')]
		expect([await redOf(paid), await redOf(cancelled)]).toEqual(['203.0.113.0/24', '2001:db8:1:12/56'])
		await boss.send('PUT', `/api/admin_ordenes/${paid}/`, { estado: 'pagada' })
		await boss.send('POST', `/api/admin_ordenes/${cancelled}/cancelar/`, {})
		expect([await redOf(paid), await redOf(cancelled)]).toEqual([null, null])
	})

	it('is deleted after 30 days while the order stays unpaid', async () => {
		const id = await place('203.0.113.6')
		const age = (days: number) =>
			shop.database.db
				.update(ordenes)
				.set({ created_at: new Date(shop.clock.now().getTime() - days * 86_400_000) })
				.where(eq(ordenes.id, id))
		await age(29)
		await purgeNetworks({ db: shop.database.db, clock: shop.clock })
		expect(await redOf(id)).not.toBeNull()
		await age(31)
		await purgeNetworks({ db: shop.database.db, clock: shop.clock })
		expect(await redOf(id)).toBeNull()
	})
})
