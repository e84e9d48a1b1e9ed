import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { expireOrders } from '#server/checkout/expire-orders.ts'
import { productos } from '#server/db/tables/catalog.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { devoluciones, intentosPago } from '#server/db/tables/payments.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { openAttempt } from '#server/payments/open-attempt.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay, payUnseen } from '#tests/gateways/pay-page.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
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

let shop: TestShop
let ana: TestCustomer
let gateway: ReturnType<typeof gatewayHelpers>

beforeAll(async () => {
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
	gateway = gatewayHelpers(shop, 'mercadopago')
})
afterAll(() => shop.stop())
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const quiet = { aviso: 'nunca', sin_volver: 'si' }
const staffMails = (text: string) =>
	shop.inbox.mails().filter((mail) => mail.to === staffLogin.email && mail.text.includes(text))

describe('a payment that nobody tells of', () => {
	it('is found by asking: the notification was lost and the tab closed', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Aprobar pago', quiet)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		await gateway.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', expires_at: null })
	})
})

describe('a payment while its gateway is silent', () => {
	it('is found once the gateway answers again, however many rounds it did not', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Aprobar pago', quiet)
		await gateway.faults({ tipo: '500', veces: 1000 })
		for (let round = 0; round < 3; round += 1) await gateway.runReconciler()
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		await gateway.faults()
		await gateway.runReconciler()
		expect(await gateway.estadoOf(order.orden_id)).toBe('pagada')
	})
})

describe('money that does not fit the order', () => {
	it('of another amount never pays it: staff are told', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Aprobar pago', { ...quiet, alterado: 'si' })
		await gateway.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'monto_distinto' })
		expect(staffMails(String(order.nro_orden))).toHaveLength(1)
	})

	it('paid twice is applied once and goes back once', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Aprobar pago', { ...quiet, dos_pagos: 'si' })
		await gateway.runReconciler()
		await gateway.runReconciler()
		expect(await gateway.estadoOf(order.orden_id)).toBe('pagada')
		const rows = await gateway.paymentsOf(order.orden_id)
		expect(rows.map(({ destino }) => destino).sort()).toEqual(['aplicado', 'por_devolver'])
		const refunds = await shop.database.db.select().from(devoluciones).where(eq(devoluciones.orden_id, order.orden_id))
		expect(refunds).toMatchObject([{ monto: order.total, estado: 'hecha', motivo: 'pago_doble' }])
	})
})

describe('a notification', () => {
	const url = '/api/webhooks/mercadopago/?data.id=1&type=payment'

	it.each([
		['without a signature', {}],
		['with a forged one', { 'x-signature': `ts=1742505638683,v1=${'0'.repeat(64)}`, 'x-request-id': randomUUID() }],
	])('%s is refused', async (_name, headers) => {
		const answer = await shop.app.inject({
			method: 'POST',
			url,
			headers,
			payload: { type: 'payment', data: { id: '1' } },
		})
		expect(answer.statusCode).toBe(401)
	})

	it('that comes twice, and after the return, changes nothing more', async () => {
		const order = await aPlacedOrder(shop, ana)
		const before = await gateway.answeredNotifications()
		const back = await pay(order.init_point, 'Aprobar pago', { aviso: 'dos-veces', demora_segundos: '0.2' })
		await returnFromMercadoPago(shop, back)
		await expect.poll(async () => (await gateway.answeredNotifications()) - before).toBe(3)
		await shop.drainJobs()
		expect(await gateway.estadoOf(order.orden_id)).toBe('pagada')
		expect(await gateway.paymentsOf(order.orden_id)).toHaveLength(1)
		const mails = shop.inbox.mails().filter((mail) => mail.to === ana.email && mail.text.includes(`${order.nro_orden}`))
		expect(mails).toHaveLength(2)
	})
})

describe('an order that is not paid in time', () => {
	it('fails after 30 minutes and gives its units back; a payment after that takes them again', async () => {
		const before = await stockOf(shop, 'Rosado')
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Rosado', 2)] })
		shop.clock.advanceMinutes(29)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		shop.clock.advanceMinutes(2)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('fallida')
		expect(await stockOf(shop, 'Rosado')).toBe(before)

		await payUnseen(order.init_point)
		shop.clock.advanceMinutes(20)
		await reconcilePayments(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pagada')
		expect(await stockOf(shop, 'Rosado')).toBe(before - 2)
	})

	it('is a case for staff when it is paid late and the units are gone', async () => {
		const stock = await stockOf(shop, 'Blanco')
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Blanco', stock)] })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		await aPlacedOrder(shop, ana, { carrito: [cartLine('Blanco', 1)], metodo_pago: 'efectivo' })
		await payUnseen(order.init_point)
		shop.clock.advanceMinutes(20)
		await reconcilePayments(shop.payments)
		await shop.drainJobs()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({
			estado: 'en_revision',
			atencion: 'pagada_sin_stock',
			stock_tomado: false,
		})
		expect(await stockOf(shop, 'Blanco')).toBe(stock - 1)
		expect(staffMails(String(order.nro_orden))).toHaveLength(1)
	})

	it('is asked about first: a payment of the last second still counts', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		await pay(order.init_point, 'Aprobar pago', quiet)
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pagada')
	})

	it('waits on while the gateway does not answer', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		shop.clock.advanceMinutes(31)
		await gateway.faults({ tipo: '500', veces: 1000 })
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		await gateway.faults()
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('fallida')
	})

	it('by transfer is reminded after 24 hours, once, and fails after 48', async () => {
		// Of somebody who had no mail yet: an address that nobody proved gets few.
		const order = await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'transferencia' })
		const mails = () => shop.inbox.mails().filter((mail) => mail.text.includes(String(order.nro_orden)))
		await shop.drainJobs()
		expect(mails()).toHaveLength(1)
		shop.clock.advanceMinutes(24 * 60 + 1)
		await expireOrders(shop.payments)
		await expireOrders(shop.payments)
		await shop.drainJobs()
		expect(mails()).toHaveLength(2)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		shop.clock.advanceMinutes(24 * 60)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('fallida')
	})

	it('in cash waits for staff for a week', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		shop.clock.advanceMinutes(7 * 24 * 60 - 1)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		shop.clock.advanceMinutes(1)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('fallida')
	})
})

describe('a gateway that is away', () => {
	it('refuses clearly; sending the same again later makes it good with the same order', async () => {
		ana = { ...ana, ...(await aCustomer(shop, 'Ana')) }
		const key = randomUUID()
		await gateway.faults({ tipo: '500', veces: 1000 })
		const order = anOrder({ carrito: [cartLine('Celeste')] })
		const before = await stockOf(shop, 'Celeste')
		const refused = await sendOrder(shop, ana, order, key)
		expect(refused.statusCode).toBe(502)
		expect(refused.json().code).toBe('pago_no_disponible')
		await gateway.faults()
		const answer = await sendOrder(shop, ana, order, key)
		expect(answer.statusCode).toBe(200)
		expect(answer.json().init_point).toContain('/simuladores/mercadopago/')
		const ofOrder = eq(intentosPago.orden_id, answer.json().orden_id)
		const attempts = await shop.database.db.select().from(intentosPago).where(ofOrder)
		expect(attempts.map(({ estado }) => estado).toSorted()).toEqual(['abierto', 'vencido'])
		expect(await stockOf(shop, 'Celeste')).toBe(before - 1)
	})
})

it('a page whose opening was left behind is opened anew once, however many ask for it at once', async () => {
	const { db } = shop.database
	const { orden_id } = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	const updated_at = new Date(shop.clock.now().getTime() - 31_000)
	const leftBehind = { estado: 'abriendo', url: null, updated_at } as const
	const ofOrder = eq(intentosPago.orden_id, orden_id)
	await db.update(intentosPago).set(leftBehind).where(ofOrder)
	const open = vi.spyOn(shop.payments.gateways.get('mercadopago') as Gateway, 'open')
	const answers = await Promise.all(Array.from({ length: 5 }, () => openAttempt(shop.payments, orden_id)))
	expect(open).toHaveBeenCalledTimes(1)
	open.mockRestore()
	expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
	const attempts = await db.select().from(intentosPago).where(ofOrder).orderBy(intentosPago.created_at)
	expect(attempts.map(({ estado }) => estado)).toEqual(['vencido', 'abierto'])
})

it('who opens a page that a process whose clock is ahead gave up meanwhile shows the one in its place', async () => {
	const { db } = shop.database
	const { orden_id } = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	const ofOrder = eq(intentosPago.orden_id, orden_id)
	await db.update(intentosPago).set({ estado: 'creado', url: null, gateway_ref: null }).where(ofOrder)
	const gateway = shop.payments.gateways.get('mercadopago') as Gateway
	const realOpen = gateway.open
	const clock = { now: () => new Date(shop.clock.now().getTime() + 120_000) }
	let ahead: unknown
	const open = vi.spyOn(gateway, 'open').mockImplementationOnce(async (attempt) => {
		ahead = await openAttempt({ ...shop.payments, clock }, orden_id)
		return await realOpen(attempt)
	})
	expect(await openAttempt(shop.payments, orden_id)).toEqual(ahead)
	open.mockRestore()
	const attempts = await db.select().from(intentosPago).where(ofOrder).orderBy(intentosPago.created_at)
	expect(attempts.map(({ estado, url }) => ({ estado, url }))).toEqual([
		{ estado: 'vencido', url: null },
		{ estado: 'abierto', ...(ahead as { url: string }) },
	])
})

describe('the success checks', () => {
	it.each([
		'/api/pago_exitoso/?external_reference=null&payment_id=null',
		`/api/pago_exitoso/?external_reference=${randomUUID()}`,
		`/api/orden_transferencia_exitosa/?orden_id=${randomUUID()}`,
		'/api/orden_efectivo_exitosa/?orden_id=1001',
		'/api/flow/message/?nro_orden=1001',
		'/api/flow/status/?token=abc',
		`/api/webpay/status/?orden_id=${randomUUID()}`,
	])('%s knows no such order', async (url) => {
		expect((await shop.app.inject({ url })).statusCode).toBe(404)
	})

	it('never believe the query: an unpaid order stays unpaid', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		const url = `/api/pago_exitoso/?external_reference=${order.orden_id}&payment_id=99&status=approved&collection_status=approved`
		const answer = await shop.app.inject({ url })
		expect(answer.json()).toMatchObject({ estado: 'pendiente', message: expect.stringContaining('pendiente') })
	})
})

it('leaves every order whose units are out with its units out, and no other', async () => {
	const held = await shop.database.db.select().from(ordenes).where(eq(ordenes.stock_tomado, true))
	for (const { estado } of held) expect(['pendiente', 'en_revision', 'pagada', 'completado']).toContain(estado)
	const rows = await shop.database.db.select().from(productos)
	for (const { stock } of rows) expect(stock).toBeGreaterThanOrEqual(0)
})
