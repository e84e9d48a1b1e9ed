import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { type Gateway, GatewayRefused, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'
import { reconcilePayments } from '#modules/payments/server/reconcile-payments.ts'
import { aShop } from '#tests/a-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { aCustomer, aPlacedOrder, cartLine, stockOf } from '#tests/shop-helpers.ts'
import { proveAddress } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
await proveAddress(shop, ana.email)

it('polls what is due at each gateway, however many attempts of a switched-off one wait', async () => {
	const { estadoOf, attemptsOf } = gatewayHelpers(shop, 'mercadopago')
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	await pay(order.init_point ?? '', 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
	const [attempt] = await attemptsOf(order.orden_id)
	if (!attempt) throw new Error('no attempt')
	const older = { consultar_at: new Date(attempt.created_at.getTime() - 60_000), gateway: 'flow' } as const
	const others = Array.from({ length: 250 }, () => ({ ...attempt, ...older, id: randomUUID(), gateway_ref: null }))
	await shop.database.db.insert(intentosPago).values(others)

	shop.clock.advanceMinutes(2)
	const gateways = new Map(shop.payments.gateways)
	gateways.delete('flow')
	const payments = { ...shop.payments, gateways }
	expect(await reconcilePayments(payments)).toEqual({ polled: 1, failed: 0 })
	expect(await estadoOf(order.orden_id)).toBe('pagada')
	expect(await reconcilePayments(payments)).toEqual({ polled: 0, failed: 0 })
	await shop.database.db.delete(intentosPago).where(eq(intentosPago.gateway, 'flow'))
})

it('does not expire an order that is extended while its gateway is polled', async () => {
	const { estadoOf } = gatewayHelpers(shop, 'mercadopago')
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	shop.clock.advanceMinutes(31)
	const mercadopago = shop.payments.gateways.get('mercadopago')
	if (!mercadopago) throw new Error('no gateway')
	const isRead = Promise.withResolvers<void>()
	const answer = Promise.withResolvers<void>()
	const slow: Gateway = {
		...mercadopago,
		async read(attempt) {
			isRead.resolve()
			await answer.promise
			return await mercadopago.read(attempt)
		},
	}
	const round = expireOrders({ ...shop.payments, gateways: new Map([['mercadopago', slow]]) })
	await isRead.promise
	const expires_at = new Date(shop.clock.now().getTime() + 30 * 60_000)
	await shop.database.db.update(ordenes).set({ expires_at }).where(eq(ordenes.id, order.orden_id))
	answer.resolve()
	await round
	expect(await estadoOf(order.orden_id)).toBe('pendiente')
})

it('expires an order that was paid again shortly before its first attempt became too old for Webpay to answer', async () => {
	const { estadoOf, payAgain } = gatewayHelpers(shop, 'webpay')
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay', carrito: [cartLine('Rosado')] })
	shop.clock.advanceMinutes(31)
	await expireOrders(shop.payments)
	shop.clock.advanceMinutes(6 * 24 * 60 + 23 * 60)
	expect((await payAgain(ana, order.orden_id)).statusCode).toBe(200)
	expect(await estadoOf(order.orden_id)).toBe('pendiente')
	shop.clock.advanceMinutes(60)
	await expireOrders(shop.payments)
	expect(await estadoOf(order.orden_id)).toBe('fallida')
})

it('expires an order although its gateway rejects reads of others', async () => {
	const { estadoOf, attemptsOf } = gatewayHelpers(shop, 'webpay')
	const place = () => aPlacedOrder(shop, ana, { metodo_pago: 'webpay', carrito: [cartLine('Rosado')] })
	const refused = [await place(), await place(), await place()]
	const order = await place()
	const [answered] = await attemptsOf(order.orden_id)
	const gateway = shop.payments.gateways.get('webpay')
	if (!gateway) throw new Error('no webpay')
	const read: typeof gateway.read = async (attempt) => {
		if (attempt.id === answered?.id) return await gateway.read(attempt)
		throw new GatewayRefused('401')
	}
	const payments = { ...shop.payments, gateways: new Map([['webpay', { ...gateway, read }]] as const) }
	shop.clock.advanceMinutes(31)
	await expireOrders(payments)
	expect(await estadoOf(order.orden_id)).toBe('fallida')
	for (const { orden_id } of refused) expect(await estadoOf(orden_id)).toBe('pendiente')
	await expireOrders(shop.payments)
})

it('polls on a gateway that rejects many reads: a rejection is an answer', async () => {
	const { estadoOf, attemptsOf } = gatewayHelpers(shop, 'mercadopago')
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	await pay(order.init_point ?? '', 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
	const [attempt] = await attemptsOf(order.orden_id)
	const gateway = shop.payments.gateways.get('mercadopago')
	if (!attempt || !gateway) throw new Error('no attempt')
	const consultar_at = new Date(attempt.created_at.getTime() - 60_000)
	const others = Array.from({ length: 20 }, () => ({ ...attempt, consultar_at, id: randomUUID(), gateway_ref: null }))
	await shop.database.db.insert(intentosPago).values(others)
	const read: typeof gateway.read = async (requested) => {
		if (requested.id === attempt.id) return await gateway.read(requested)
		throw new GatewayRefused('401')
	}
	shop.clock.advanceMinutes(2)
	await reconcilePayments({ ...shop.payments, gateways: new Map([['mercadopago', { ...gateway, read }]] as const) })
	expect(await estadoOf(order.orden_id)).toBe('pagada')
	for (const { id } of others) await shop.database.db.delete(intentosPago).where(eq(intentosPago.id, id))
})

/** A gateway that answers about some attempts only, and times out about the others. */
function silentAbout(attempts: ReadonlySet<string>, name: GatewayMethod) {
	const gateway = shop.payments.gateways.get(name)
	if (!gateway) throw new Error(`no ${name}`)
	const read: typeof gateway.read = async (attempt) => {
		if (attempts.has(attempt.id)) throw new GatewayUnavailable('503')
		return await gateway.read(attempt)
	}
	return { ...shop.payments, gateways: new Map([[name, { ...gateway, read }]] as const) }
}

it('finds an unannounced payment among many unanswered reads, and expires the others in time', async () => {
	const { estadoOf, attemptsOf } = gatewayHelpers(shop, 'mercadopago')
	const place = () => aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	const silent: string[] = []
	for (let n = 0; n < 8; n += 1) silent.push((await place()).orden_id)
	const order = await place()
	await pay(order.init_point ?? '', 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
	const unpaid = [await place(), await place(), await place()]
	const attempts = (await Promise.all(silent.map(attemptsOf))).flat().map(({ id }) => id)
	const payments = silentAbout(new Set(attempts), 'mercadopago')
	shop.clock.advanceMinutes(1)
	await reconcilePayments(payments)
	expect(await estadoOf(order.orden_id)).toBe('pagada')
	shop.clock.advanceMinutes(30)
	await expireOrders(payments)
	for (const { orden_id } of unpaid) expect(await estadoOf(orden_id)).toBe('fallida')
	for (const orden_id of silent) expect(await estadoOf(orden_id)).toBe('pendiente')
	shop.clock.advanceMinutes(1)
	await expireOrders(shop.payments)
	for (const orden_id of silent) expect(await estadoOf(orden_id)).toBe('fallida')
})

it('polls unread attempts of a silent gateway first, and postpones the unanswered ones', async () => {
	const { attemptsOf } = gatewayHelpers(shop, 'mercadopago')
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	const [attempt] = await attemptsOf(order.orden_id)
	if (!attempt) throw new Error('no attempt')
	const others = Array.from({ length: 30 }, () => ({ ...attempt, id: randomUUID(), gateway_ref: null }))
	await shop.database.db.insert(intentosPago).values(others)
	shop.clock.advanceMinutes(1)
	const gateway = shop.payments.gateways.get('mercadopago')
	if (!gateway) throw new Error('no mercadopago')
	const readIds: string[] = []
	const read: typeof gateway.read = async ({ id }) => {
		readIds.push(id)
		throw new GatewayUnavailable('503')
	}
	const payments = { ...shop.payments, gateways: new Map([['mercadopago', { ...gateway, read }]] as const) }
	await reconcilePayments(payments)
	expect(readIds.length).toBeLessThan(30)
	for (let round = 0; round < 4; round += 1) await reconcilePayments(payments)
	expect(new Set(readIds).size).toBe(readIds.length)
	expect(readIds).toEqual(expect.arrayContaining([attempt, ...others].map(({ id }) => id)))
	for (const { id } of others) await shop.database.db.delete(intentosPago).where(eq(intentosPago.id, id))
})

it('polls unanswered attempts after everything else that is due', async () => {
	const { attemptsOf } = gatewayHelpers(shop, 'mercadopago')
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	const [attempt] = await attemptsOf(order.orden_id)
	const gateway = shop.payments.gateways.get('mercadopago')
	if (!attempt || !gateway) throw new Error('no attempt')
	const consultar_at = new Date(attempt.created_at.getTime() - 60_000)
	const unanswered = { ...attempt, consultar_at, sin_respuesta: 1, gateway_ref: null }
	const others = Array.from({ length: 20 }, () => ({ ...unanswered, id: randomUUID() }))
	await shop.database.db.insert(intentosPago).values(others)
	const readIds: string[] = []
	const read: typeof gateway.read = async ({ id }) => {
		readIds.push(id)
		return []
	}
	shop.clock.advanceMinutes(2)
	await reconcilePayments({ ...shop.payments, gateways: new Map([['mercadopago', { ...gateway, read }]] as const) })
	const atOnce = 5
	expect(readIds.slice(0, atOnce)).toContain(attempt.id)
	expect(readIds.length).toBeGreaterThan(20)
	for (const { id } of others) await shop.database.db.delete(intentosPago).where(eq(intentosPago.id, id))
})

it('polls paid attempts for half a year, and finds money reversed without a notification', async () => {
	const { estadoOf, attemptsOf, paymentsOf } = gatewayHelpers(shop, 'mercadopago')
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	await pay(order.init_point ?? '', 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
	shop.clock.advanceMinutes(2)
	await reconcilePayments(shop.payments)
	expect(await estadoOf(order.orden_id)).toBe('pagada')
	shop.clock.advanceMinutes(100 * 24 * 60)
	const [payment] = await paymentsOf(order.orden_id)
	await fetch(`${shop.simulatorsUrl}/mercadopago/operador/pagos/${payment?.pago_id}`, {
		method: 'POST',
		body: new URLSearchParams({ accion: 'disputar', aviso: 'nunca' }),
		redirect: 'manual',
	})
	await reconcilePayments(shop.payments)
	expect(await paymentsOf(order.orden_id)).toMatchObject([{ estado: 'devuelto' }])
	const [attempt] = await attemptsOf(order.orden_id)
	const nextMs = (attempt?.consultar_at?.getTime() ?? 0) - shop.clock.now().getTime()
	expect(Math.round(nextMs / 86_400_000)).toBe(7)
})

it('waits two hours past the expiry for a silent gateway, then returns the units', async () => {
	const { estadoOf, faults } = gatewayHelpers(shop, 'mercadopago')
	const stock = await stockOf(shop, 'Blanco')
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Blanco', 2)] })
	await faults({ tipo: '500', veces: 1000 })
	const afterMinutes = async (minutes: number) => {
		shop.clock.advanceMinutes(minutes)
		await expireOrders(shop.payments)
		return { estado: await estadoOf(order.orden_id), taken: stock - (await stockOf(shop, 'Blanco')) }
	}
	expect(await afterMinutes(31)).toEqual({ estado: 'pendiente', taken: 2 })
	expect(await afterMinutes(118)).toEqual({ estado: 'pendiente', taken: 2 })
	expect(await afterMinutes(2)).toEqual({ estado: 'fallida', taken: 0 })
	await faults()
})

it('reminds of every transfer, however many were reminded before it', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito: [cartLine('Negro')] })
	const [row] = await shop.database.db.select().from(ordenes).where(eq(ordenes.id, order.orden_id))
	if (!row?.expires_at) throw new Error('no order that ends')
	const expires_at = new Date(row.expires_at.getTime() - 60_000)
	const others = Array.from({ length: 200 }, (_, n) => ({
		...row,
		id: randomUUID(),
		nro_orden: row.nro_orden + 1000 + n,
		expires_at,
	}))
	await shop.database.db.insert(ordenes).overridingSystemValue().values(others)
	shop.clock.advanceMinutes(24 * 60 + 2)
	const reminders = async () =>
		await shop.database.db.select().from(correos).where(eq(correos.plantilla, 'recordatorio_transferencia'))
	await expireOrders(shop.payments)
	expect(await reminders()).toHaveLength(200)
	await expireOrders(shop.payments)
	expect((await reminders()).filter(({ orden_id }) => orden_id === order.orden_id)).toHaveLength(1)
	await expireOrders(shop.payments)
	expect(await reminders()).toHaveLength(201)
})

it('expires and reminds the other orders when one of them fails', async () => {
	const place = (color: 'Negro' | 'Celeste') =>
		aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito: [cartLine(color)] })
	const remindersOf = async ({ orden_id }: { orden_id: string }) =>
		(await shop.database.db.select().from(correos).where(eq(correos.orden_id, orden_id))).filter(
			({ plantilla }) => plantilla === 'recordatorio_transferencia',
		)
	const broken = await place('Negro')
	const next = await place('Celeste')
	const mail: typeof shop.payments.mail = (tx, message) =>
		message.orden_id === broken.orden_id ? Promise.reject(new Error('no mail')) : shop.payments.mail(tx, message)
	shop.clock.advanceMinutes(24 * 60 + 1)
	await expireOrders({ ...shop.payments, mail })
	expect(await remindersOf(broken)).toEqual([])
	expect(await remindersOf(next)).toHaveLength(1)

	const { estadoOf } = gatewayHelpers(shop, 'mercadopago')
	const lock = sql.raw(
		`alter table ordenes add constraint atascada check (estado <> 'fallida' or id <> '${broken.orden_id}')`,
	)
	await shop.database.db.execute(lock)
	shop.clock.advanceMinutes(24 * 60)
	await expireOrders(shop.payments)
	expect(await estadoOf(broken.orden_id)).toBe('pendiente')
	expect(await estadoOf(next.orden_id)).toBe('fallida')
	await shop.database.db.execute(sql`alter table ordenes drop constraint atascada`)
	await expireOrders(shop.payments)
	expect(await estadoOf(broken.orden_id)).toBe('fallida')
})
