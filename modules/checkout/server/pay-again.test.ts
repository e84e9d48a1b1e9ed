import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { productos } from '#modules/catalog/tables.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { payAgain } from '#modules/checkout/server/pay-again.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { aCustomer, aPlacedOrder, cartLine, logIn, orderRow, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
const provider = gatewayHelpers(shop, 'mercadopago')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const minutesBetween = (from: Date | null, to: Date | null) =>
	Math.round(((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 60_000)
const quiet = { aviso: 'nunca', sin_volver: 'si' }

describe('payAgain', () => {
	it('reserves the stock again and opens a new attempt after a refusal', async () => {
		const before = await stockOf(shop, 'Celeste')
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		await pay(order.init_point, 'Rechazar pago')
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
		const again = await provider.payAgain(ana, order.orden_id)
		expect(again.statusCode).toBe(200)
		expect(again.json().init_point).not.toBe(order.init_point)
		expect(await stockOf(shop, 'Celeste')).toBe(before - 1)
		await pay(again.json().init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	})

	it('returns the page that is already open, also after its gateway was polled', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		await provider.runReconciler()
		expect((await provider.payAgain(ana, order.orden_id)).json().init_point).toBe(order.init_point)
	})

	it('opens a payable page and extends the hold up to an hour when the first page has expired', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		shop.clock.advanceMinutes(31)
		const again = (await provider.payAgain(ana, order.orden_id)).json()
		const { expires_at, created_at } = await orderRow(shop, order.orden_id)
		expect(minutesBetween(created_at, expires_at)).toBe(60)
		await pay(again.init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	})

	it('ends the hold of a waiting order at most 60 minutes after it was placed, however often it is paid again', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		for (const minutes of [28, 3, 20, 8]) {
			shop.clock.advanceMinutes(minutes)
			expect((await provider.payAgain(ana, order.orden_id)).statusCode).toBe(200)
			const { expires_at, created_at } = await orderRow(shop, order.orden_id)
			expect(minutesBetween(created_at, expires_at)).toBeLessThanOrEqual(60)
		}
	})

	it('takes stock and limits anew once the hold can be extended no more', async () => {
		const eva = await aCustomer(shop, 'Eva')
		const order = await aPlacedOrder(shop, eva, { carrito: [cartLine('Celeste')] })
		shop.clock.advanceMinutes(61)
		const boss = await theBoss(shop)
		const set = (valor: number) => boss.send('PUT', '/api/admin_ajustes/limite_ordenes_abiertas/', { valor })
		const { access } = await logIn(shop, eva.email, eva.password)
		await aPlacedOrder(shop, { ...eva, access }, { carrito: [cartLine('Negro')] })
		await set(1)
		expect((await provider.payAgain(eva, order.orden_id)).json().code).toBe('limite_ordenes')
		await set(9_999)
		expect((await provider.payAgain(eva, order.orden_id)).statusCode).toBe(200)
		const { expires_at, reabierta_at, estado } = await orderRow(shop, order.orden_id)
		expect([estado, minutesBetween(reabierta_at, expires_at)]).toEqual(['pendiente', 30])
	})

	it('opens at most 5 attempts of an order in an hour and 20 in all, and says when the next one is possible', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		const isEnded = eq(intentosPago.orden_id, order.orden_id)
		const anotherAttempt = async () => {
			await shop.database.db.update(intentosPago).set({ estado: 'rechazado' }).where(isEnded)
			return await provider.payAgain(ana, order.orden_id)
		}
		for (let n = 2; n <= 5; n++) expect((await anotherAttempt()).statusCode).toBe(200)
		const sixth = await anotherAttempt()
		expect(sixth.statusCode).toBe(429)
		expect(sixth.json()).toMatchObject({
			code: 'demasiadas_solicitudes',
			error: expect.stringContaining('en 60 minutos'),
		})
		expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_500)
		for (let n = 6; n <= 20; n++) {
			shop.clock.advanceMinutes(n === 6 ? 61 : 16)
			expect((await anotherAttempt()).statusCode).toBe(200)
		}
		shop.clock.advanceMinutes(61)
		const before = await orderRow(shop, order.orden_id)
		const last = await anotherAttempt()
		expect([last.statusCode, last.json().code]).toEqual([429, 'demasiadas_solicitudes'])
		expect(last.json().error).toContain('Haz un pedido nuevo')
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ version: before.version, estado: before.estado })
		expect(await provider.attemptsOf(order.orden_id)).toHaveLength(20)
	})

	it('takes no attempt of the hour for a page that the gateway did not open', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		await pay(order.init_point, 'Rechazar pago', quiet)
		await provider.runReconciler()
		await provider.faults({ tipo: '500', veces: 100, ruta: 'preferences' })
		for (let n = 0; n < 6; n++) expect((await provider.payAgain(ana, order.orden_id)).statusCode).toBe(502)
		await provider.faults()
		expect((await provider.payAgain(ana, order.orden_id)).statusCode).toBe(200)
	})

	it('opens an attempt at another gateway, and names in the order the one that was paid', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		const atFlow = await provider.payAgain(ana, order.orden_id, 'flow')
		expect(atFlow.json()).toMatchObject({ orden_id: order.orden_id, payment_url: expect.stringContaining('/flow/') })
		expect((await orderRow(shop, order.orden_id)).metodo_pago).toBe('flow')
		expect((await provider.payAgain(ana, order.orden_id)).json().payment_url).toBe(atFlow.json().payment_url)
		await pay(order.init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', metodo_pago: 'mercadopago' })
		expect((await provider.payAgain(ana, order.orden_id, 'flow')).json().code).toBe('orden_no_se_paga')
	})

	it('opens no attempt at a gateway that the shop no longer offers', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		const settings = { publicUrl: shop.env.publicUrl, gateways: ['flow'] } as const
		for (const wanted of [undefined, 'webpay'] as const) {
			const again = payAgain({ ...shop.payments, settings }, 'enlace', order.orden_id, wanted)
			await expect(again).rejects.toThrow('metodo_no_disponible')
		}
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida', stock_tomado: false })
	})

	it('keeps the order open when a second page is refused while the payment of the first is pending', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		await pay(order.init_point, 'Dejar pendiente', quiet)
		await provider.runReconciler()
		const again = (await provider.payAgain(ana, order.orden_id)).json()
		await pay(again.init_point, 'Rechazar pago', quiet)
		await provider.runReconciler()
		expect((await provider.attemptsOf(order.orden_id)).map(({ estado }) => estado)).toEqual(['pendiente', 'rechazado'])
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
	})

	it('returns the units left when stock is short', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Rosado', 2)] })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		const left = await stockOf(shop, 'Rosado')
		await aPlacedOrder(shop, await aCustomer(shop), { carrito: [cartLine('Rosado', left - 1)] })
		const again = await provider.payAgain(ana, order.orden_id)
		expect(again.statusCode).toBe(409)
		expect(again.json()).toMatchObject({ code: 'sin_stock', error: 'Queda solo 1 unidad en Rosado.', disponible: 1 })
		expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
	})

	it('names a colour that is no longer sold, to the customer and to staff, also when its units returned to stock', async () => {
		const other = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Blanco')] })
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Blanco')] })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		const boss = await theBoss(shop)
		const { results } = (await boss.get('/api/admin_productos/?q=blanco')).json()
		expect((await boss.send('DELETE', `/api/admin_productos/${results[0].id}/`)).statusCode).toBe(204)
		expect((await boss.send('POST', `/api/admin_ordenes/${other.orden_id}/cancelar/`, {})).statusCode).toBe(200)
		const again = await provider.payAgain(ana, order.orden_id)
		expect(again.json()).toMatchObject({ code: 'sin_stock', color: 'Blanco', disponible: 0 })
		expect(again.json().error).toBe('No hay stock disponible para el color Blanco.')
		const set = await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado: 'pagada' })
		expect(set.json()).toMatchObject({ error: 'No hay stock suficiente de Blanco: quedan 0.' })
	})

	it('rejects orders of other customers and paid orders', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		expect((await provider.payAgain(await aCustomer(shop, 'Otra'), order.orden_id)).statusCode).toBe(404)
		await pay(order.init_point, 'Aprobar pago', quiet)
		const late = await provider.payAgain(ana, order.orden_id)
		expect(late.statusCode).toBe(409)
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	})
})

describe('the expiry of an order that is paid again', () => {
	const setEnd = (id: string, expires_at: Date | null) =>
		shop.database.db.update(ordenes).set({ expires_at }).where(eq(ordenes.id, id))
	const inHours = (hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000)

	it('does not move forward: neither 48 hours nor no expiry become half an hour', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		for (const end of [inHours(48), null]) {
			await setEnd(order.orden_id, end)
			shop.clock.advanceMinutes(31)
			expect((await provider.payAgain(ana, order.orden_id)).statusCode).toBe(200)
			expect((await orderRow(shop, order.orden_id)).expires_at).toEqual(end)
		}
		await setEnd(order.orden_id, inHours(1))
	})

	it('stays as staff set it when they reopened a failed order', async () => {
		const boss = await theBoss(shop)
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		for (const estado of ['fallida', 'pendiente']) {
			expect((await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado })).statusCode).toBe(200)
			// A second change within the minute would undo the first.
			shop.clock.advanceMinutes(3)
		}
		const { expires_at } = await orderRow(shop, order.orden_id)
		shop.clock.advanceMinutes(31)
		expect((await provider.payAgain(ana, order.orden_id)).statusCode).toBe(200)
		expect((await orderRow(shop, order.orden_id)).expires_at).toEqual(expires_at)
	})
})

describe('a failed order', () => {
	async function aFailedOrder(minutesLater: number) {
		const buyer = await aCustomer(shop)
		const order = await aPlacedOrder(shop, buyer, { carrito: [cartLine('Celeste')] })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		shop.clock.advanceMinutes(minutesLater - 31)
		return { order, buyer: { ...buyer, ...(await logIn(shop, buyer.email, buyer.password)) } }
	}
	const ownOrder = async ({ access }: TestCustomer) => {
		const headers = { authorization: `Bearer ${access}` }
		return (await shop.app.inject({ url: '/api/perfil/', headers })).json().ordenes[0]
	}
	const week = 7 * 24 * 60

	it('is paid at its own price on the seventh day, whatever the price is by then', async () => {
		const { order, buyer } = await aFailedOrder(week - 30)
		const { db } = shop.database
		const isCeleste = eq(productos.color, 'Celeste')
		await db.update(productos).set({ precio: 39_990 }).where(isCeleste)
		expect((await ownOrder(buyer)).pagable_hasta).not.toBeNull()
		const again = await provider.payAgain(buyer, order.orden_id)
		await db.update(productos).set({ precio: 29_990 }).where(isCeleste)
		expect(again.json()).toMatchObject({ total: order.total, estado: 'pendiente' })
	})

	it('is not payable after seven days while it waits either, though staff reserve its stock on', async () => {
		const { order, buyer } = await aFailedOrder(week - 30)
		expect((await provider.payAgain(buyer, order.orden_id)).json()).toMatchObject({ estado: 'pendiente' })
		await shop.database.db.update(ordenes).set({ expires_at: null }).where(eq(ordenes.id, order.orden_id))
		shop.clock.advanceMinutes(31)
		const late = await provider.payAgain(buyer, order.orden_id)
		expect(late.json()).toMatchObject({ code: 'orden_no_se_paga', error: expect.stringContaining('pedido nuevo') })
		const boss = await theBoss(shop)
		await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado: 'fallida' })
	})

	it('is not payable after seven days, and a new order is offered', async () => {
		const { order, buyer } = await aFailedOrder(week + 1)
		expect(await ownOrder(buyer)).toMatchObject({ estado: 'fallida', pagable_hasta: null })
		const late = await provider.payAgain(buyer, order.orden_id)
		expect(late.statusCode).toBe(409)
		expect(late.json()).toMatchObject({ code: 'orden_no_se_paga', error: expect.stringContaining('pedido nuevo') })
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida', stock_tomado: false })
	})
})

describe('payAgain after staff changed the order', () => {
	/** A waiting order that staff change while its payment page is open. */
	async function aChangedOrder(change: { total?: number; metodo_pago?: string; estado?: string }) {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		const boss = await theBoss(shop)
		const changed = await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, change)
		expect(changed.statusCode).toBe(200)
		return order
	}

	it('charges the new total, on one page however often it is requested', async () => {
		const order = await aChangedOrder({ total: 25_000 })
		const again = (await provider.payAgain(ana, order.orden_id)).json()
		expect(again).toMatchObject({ total: 25_000, estado: 'pendiente' })
		expect(again.init_point).not.toBe(order.init_point)
		expect((await provider.payAgain(ana, order.orden_id)).json()).toEqual(again)
		await pay(again.init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
		expect(await provider.paymentsOf(order.orden_id)).toMatchObject([{ monto: 25_000, destino: 'aplicado' }])
	})

	it('reopens an order that staff let fail early, and reserves its stock', async () => {
		const order = await aChangedOrder({ estado: 'fallida' })
		const before = await stockOf(shop, 'Celeste')
		expect((await provider.payAgain(ana, order.orden_id)).json()).toMatchObject({ estado: 'pendiente' })
		expect(await stockOf(shop, 'Celeste')).toBe(before - 1)
	})

	it('opens an attempt at the gateway that staff chose', async () => {
		const order = await aChangedOrder({ metodo_pago: 'flow' })
		const again = (await provider.payAgain(ana, order.orden_id)).json()
		expect(again.payment_url).toContain('/simuladores/flow/')
		expect(again.init_point).toBeUndefined()
	})

	it('marks a total of 0 as paid at once, reserves its stock and leads to the confirmation', async () => {
		const order = await aChangedOrder({ total: 0 })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		const before = await stockOf(shop, 'Celeste')
		const again = await provider.payAgain(ana, order.orden_id)
		expect(again.statusCode).toBe(200)
		expect(again.json()).toMatchObject({ estado: 'pagada', init_point: expect.stringContaining('/checkout-success') })
		const { pagada_at, expires_at } = await orderRow(shop, order.orden_id)
		expect({ isPaid: pagada_at !== null, expires_at }).toEqual({ isPaid: true, expires_at: null })
		expect(await stockOf(shop, 'Celeste')).toBe(before - 1)
		await shop.drainJobs()
		const subject = `Tu pago está confirmado · Orden N° ${order.nro_orden}`
		expect(shop.inbox.mails().filter((mail) => mail.subject === subject)).toHaveLength(1)
	})
})
