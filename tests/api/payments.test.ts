import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { productos } from '#modules/catalog/tables.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { devoluciones, intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { openAttempt } from '#modules/payments/server/open-attempt.ts'
import { reconcilePayments } from '#modules/payments/server/reconcile-payments.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay, payUnseen } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, anOrder, aPlacedOrder, cartLine, orderRow, sendOrder, stockOf } from '#tests/shop-helpers.ts'

const shop = await aShop()
let ana = await aCustomer(shop, 'Ana')
const gateway = gatewayHelpers(shop, 'mercadopago')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const quiet = { aviso: 'nunca', sin_volver: 'si' }
const staffMails = (text: string) =>
	shop.inbox.mails().filter((mail) => mail.to === staffLogin.email && mail.text.includes(text))

describe('a payment without a notification', () => {
	it('is found by polling when the notification is lost and the tab is closed', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Aprobar pago', quiet)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		await gateway.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', expires_at: null })
	})
})

describe('a payment during an outage of its gateway', () => {
	it('is found when the gateway answers again, after any number of failed rounds', async () => {
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

describe('a payment that does not fit the order', () => {
	it('becomes a case for staff and never pays the order when its amount differs', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Aprobar pago', { ...quiet, alterado: 'si' })
		await gateway.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'monto_distinto' })
		expect(staffMails(String(order.nro_orden))).toHaveLength(1)
	})

	it('is applied once and refunded once when made twice', async () => {
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
	])('is rejected with %s', async (_name, headers) => {
		const answer = await shop.app.inject({
			method: 'POST',
			url,
			headers,
			payload: { type: 'payment', data: { id: '1' } },
		})
		expect(answer.statusCode).toBe(401)
	})

	it('changes nothing more when it arrives twice, and after the return', async () => {
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

describe('an unpaid order', () => {
	it('fails after 30 minutes and releases its units; a later payment reserves them again', async () => {
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

	it('becomes a case for staff when it is paid late and its units are sold', async () => {
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

	it('is checked at the gateway before it expires: a payment of the last second counts', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		await pay(order.init_point, 'Aprobar pago', quiet)
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pagada')
	})

	it('does not expire while the gateway does not answer', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		shop.clock.advanceMinutes(31)
		await gateway.faults({ tipo: '500', veces: 1000 })
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		await gateway.faults()
		shop.clock.advanceMinutes(1)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('fallida')
	})

	it('gets one reminder of a transfer after 24 hours, and fails after 48', async () => {
		// The account needs a fresh quota: an unverified address gets few mails.
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

	it('waits for staff for a week when it is in cash', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		shop.clock.advanceMinutes(7 * 24 * 60 - 1)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('pendiente')
		shop.clock.advanceMinutes(1)
		await expireOrders(shop.payments)
		expect(await gateway.estadoOf(order.orden_id)).toBe('fallida')
	})
})

describe('an unavailable gateway', () => {
	it('is answered with a clear error; the same request later opens the payment of the same order', async () => {
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

it('opens an abandoned payment page anew once for parallel requests', async () => {
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

it('answers with the current page when a process with a fast clock replaced the opened one', async () => {
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

describe('the success pages', () => {
	it.each([
		'/api/pago_exitoso/?external_reference=null&payment_id=null',
		`/api/pago_exitoso/?external_reference=${randomUUID()}`,
		`/api/orden_transferencia_exitosa/?orden_id=${randomUUID()}`,
		'/api/orden_efectivo_exitosa/?orden_id=1001',
		'/api/flow/message/?nro_orden=1001',
		'/api/flow/status/?token=abc',
		`/api/webpay/status/?orden_id=${randomUUID()}`,
	])('do not find the order for %s', async (url) => {
		expect((await shop.app.inject({ url })).statusCode).toBe(404)
	})

	it('never believe the query: an unpaid order stays unpaid', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		const url = `/api/pago_exitoso/?external_reference=${order.orden_id}&payment_id=99&status=approved&collection_status=approved`
		const answer = await shop.app.inject({ url })
		expect(answer.json()).toMatchObject({ estado: 'pendiente', message: expect.stringContaining('pendiente') })
	})
})

it('leaves the stock of the whole test run consistent with its orders', async () => {
	const held = await shop.database.db.select().from(ordenes).where(eq(ordenes.stock_tomado, true))
	for (const { estado } of held) expect(['pendiente', 'en_revision', 'pagada', 'completado']).toContain(estado)
	const rows = await shop.database.db.select().from(productos)
	for (const { stock } of rows) expect(stock).toBeGreaterThanOrEqual(0)
})
