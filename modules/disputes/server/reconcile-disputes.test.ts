import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { reconcileDispute, reconcileDisputes } from '#modules/disputes/server/reconcile-disputes.ts'
import { disputas } from '#modules/orders/payment-tables.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import { reconcilePayments } from '#modules/payments/server/reconcile-payments.ts'
import { aShop } from '#tests/a-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, logIn, orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')

async function aPaidOrder(): Promise<{ orden_id: string; pago_id: string }> {
	const { orden_id, init_point } = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	await pay(init_point ?? '', 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
	shop.clock.advanceMinutes(2)
	await reconcilePayments(shop.payments)
	const [payment] = await gatewayHelpers(shop, 'mercadopago').paymentsOf(orden_id)
	if (!payment) throw new Error('no payment')
	return { orden_id, pago_id: payment.pago_id }
}

/** Opens or ends a dispute at the provider and runs the shop's jobs. Returns the provider's id of the dispute. */
async function dispute(pago_id: string, accion: string, aviso = 'normal'): Promise<string> {
	const answer = await fetch(`${shop.simulatorsUrl}/mercadopago/operador/pagos/${pago_id}/disputa`, {
		method: 'POST',
		body: new URLSearchParams({ accion, aviso }),
		redirect: 'manual',
	})
	return answer.headers.get('location')?.split('#disputa-')[1] ?? ''
}

/** Sends the provider's notification of a dispute. */
const notify = (tipo: 'contracargo' | 'reclamo', disputa_id: string) =>
	reconcileDispute(shop.payments, { gateway: 'mercadopago', tipo, disputa_id })

/** Runs the hourly poll of paid attempts. */
async function pollPaid(): Promise<void> {
	shop.clock.advanceMinutes(61)
	await reconcilePayments(shop.payments)
}

async function becomes(orderId: string, expected: object): Promise<void> {
	await expect
		.poll(async () => {
			await shop.drainJobs()
			return await orderRow(shop, orderId)
		})
		.toMatchObject(expected)
}

async function act(orderId: string, what: string, payload?: object) {
	const { access } = await logIn(shop, staffLogin.email, staffLogin.password)
	return await shop.app.inject({
		method: payload ? 'PUT' : 'POST',
		url: what.replace('ID', orderId),
		headers: { authorization: `Bearer ${access}` },
		...(payload && { payload }),
	})
}
const deliver = (orderId: string) => act(orderId, '/api/admin_ordenes/ID/entregar/')

const casesOf = async (orderId: string) =>
	(await shop.database.db.select().from(correos).where(eq(correos.orden_id, orderId)).orderBy(correos.created_at))
		.filter(({ plantilla }) => plantilla === 'caso_staff')
		.map(({ datos }) => (datos as { motivo: string }).motivo)

describe('a chargeback', () => {
	it('is a case, stops the delivery, and is polled until the shop wins it: its money counts as captured again', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await dispute(pago_id, 'contracargo')
		await becomes(orden_id, { estado: 'pagada', entrega_detenida: true })
		expect(await casesOf(orden_id)).toContain('contracargo_abierto')
		const refused = await deliver(orden_id)
		expect(refused.statusCode).toBe(409)
		expect(refused.json()).toMatchObject({ code: 'entrega_detenida' })

		await dispute(pago_id, 'ganar')
		await becomes(orden_id, { atencion: 'contracargo_ganado', entrega_detenida: false })
		const { paymentsOf } = gatewayHelpers(shop, 'mercadopago')
		expect(await paymentsOf(orden_id)).toMatchObject([{ estado: 'aprobado', devuelto: 0, destino: 'aplicado' }])
		const { historia } = (await (await theBoss(shop)).get(`/api/admin_ordenes/${orden_id}/`)).json<OrderDetail>()
		const turns = historia.map(({ accion }) => accion).filter((accion) => accion.startsWith('contracargo'))
		expect(turns.toSorted()).toEqual(['contracargo_abierto', 'contracargo_ganado'])
		expect((await deliver(orden_id)).statusCode).toBe(200)
	})

	it('is polled when no notification of its end arrives: the shop lost it', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await dispute(pago_id, 'contracargo')
		await becomes(orden_id, { entrega_detenida: true })
		await dispute(pago_id, 'perder', 'nunca')
		shop.clock.advanceMinutes(6 * 60 + 1)
		await reconcileDisputes(shop.payments)
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'contracargo_perdido', entrega_detenida: true })
		const [known] = await shop.database.db.select().from(disputas).where(eq(disputas.orden_id, orden_id))
		expect(known).toMatchObject({ estado: 'perdida', consultar_at: null, pago_id })
	})

	it('is read after a notification with an invalid signature', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await dispute(pago_id, 'contracargo', 'forjada')
		await becomes(orden_id, { entrega_detenida: true })
	})
})

describe('one mail to staff per event:', () => {
	it.each([
		['contracargo', 'perder', 'contracargo_abierto', 'contracargo_perdido'],
		['contracargo', 'ganar', 'contracargo_abierto', 'contracargo_ganado'],
		['reclamo', 'perder', 'reclamo_abierto', 'reclamo_perdido'],
		['reclamo', 'ganar', 'reclamo_abierto', 'reclamo_ganado'],
	] as const)('a %s reported before its payment is polled: %s', async (tipo, end, opened, ended) => {
		const { orden_id, pago_id } = await aPaidOrder()
		const disputa_id = await dispute(pago_id, tipo, 'nunca')
		await notify(tipo, disputa_id)
		await pollPaid()
		expect(await casesOf(orden_id)).toEqual([opened])
		await dispute(pago_id, end, 'nunca')
		await notify(tipo, disputa_id)
		await pollPaid()
		expect(await casesOf(orden_id)).toEqual([opened, ended])
	})

	it.each([
		['contracargo', 'perder', 'contracargo_abierto', 'contracargo_perdido'],
		['contracargo', 'ganar', 'contracargo_abierto', 'contracargo_ganado'],
		['reclamo', 'perder', 'pago_en_mediacion', 'reclamo_perdido'],
		['reclamo', 'ganar', 'pago_en_mediacion', 'reclamo_ganado'],
	] as const)('a %s reported after its payment was polled: %s', async (tipo, end, opened, ended) => {
		const { orden_id, pago_id } = await aPaidOrder()
		const disputa_id = await dispute(pago_id, tipo, 'nunca')
		await pollPaid()
		await notify(tipo, disputa_id)
		expect(await casesOf(orden_id)).toEqual([opened])
		const isOrders = eq(disputas.orden_id, orden_id)
		expect(await shop.database.db.select().from(disputas).where(isOrders)).toMatchObject([{ tipo, disputa_id }])
		await dispute(pago_id, end, 'nunca')
		await pollPaid()
		await notify(tipo, disputa_id)
		expect(await casesOf(orden_id)).toEqual([opened, ended])
	})

	it('a chargeback that ended before its first notification', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		const disputa_id = await dispute(pago_id, 'contracargo', 'nunca')
		await dispute(pago_id, 'perder', 'nunca')
		await notify('contracargo', disputa_id)
		await pollPaid()
		expect(await casesOf(orden_id)).toEqual(['contracargo_perdido'])
	})

	it('a chargeback known from its payment alone, to its end', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await dispute(pago_id, 'contracargo', 'nunca')
		await pollPaid()
		expect(await orderRow(shop, orden_id)).toMatchObject({ entrega_detenida: true })
		await dispute(pago_id, 'ganar', 'nunca')
		await pollPaid()
		expect(await orderRow(shop, orden_id)).toMatchObject({ entrega_detenida: false })
		expect(await gatewayHelpers(shop, 'mercadopago').paymentsOf(orden_id)).toMatchObject([
			{ estado: 'aprobado', devuelto: 0 },
		])
		expect(await casesOf(orden_id)).toEqual(['contracargo_abierto', 'contracargo_ganado'])
	})
})

describe('a claim', () => {
	it('is a case that stops the delivery, until staff decide to deliver all the same', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await dispute(pago_id, 'reclamo')
		await becomes(orden_id, { estado: 'pagada', entrega_detenida: true })
		expect((await act(orden_id, '/api/admin_ordenes/ID/', { estado: 'completado' })).statusCode).toBe(409)
		expect((await act(orden_id, '/api/admin_casos/ID/resolver/')).json()).toMatchObject({ entrega_detenida: true })
		expect((await deliver(orden_id)).statusCode).toBe(409)
		const boss = await theBoss(shop)
		const release = (motivo: string) => boss.send('POST', `/api/admin_ordenes/${orden_id}/entregar_igual/`, { motivo })
		expect((await release('')).statusCode).toBe(400)
		expect((await release('Hablé con ella: quiere su pedido')).json()).toMatchObject({
			entrega_detenida: false,
			dinero: 'en_disputa',
		})
		const { historia } = (await release('otra vez')).json<OrderDetail>()
		const released = historia.filter(({ accion }) => accion === 'entrega_liberada')
		expect(released).toMatchObject([{ detalle: 'Hablé con ella: quiere su pedido' }])
		expect((await deliver(orden_id)).statusCode).toBe(200)
	})
})

describe('a payment in mediation', () => {
	it('is paid but stops the delivery without a notification, until the gateway decides for the shop', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await dispute(pago_id, 'reclamo', 'nunca')
		shop.clock.advanceMinutes(61)
		await reconcilePayments(shop.payments)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', entrega_detenida: true })
		expect(await casesOf(orden_id)).toEqual(['pago_en_mediacion'])
		await reconcilePayments(shop.payments)
		await dispute(pago_id, 'ganar', 'nunca')
		shop.clock.advanceMinutes(61)
		await reconcilePayments(shop.payments)
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'mediacion_ganada', entrega_detenida: false })
		expect(await casesOf(orden_id)).toEqual(['pago_en_mediacion', 'mediacion_ganada'])
	})
})

describe('a warning of fraud', () => {
	it('stops the delivery and notifies staff once', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await dispute(pago_id, 'fraude')
		await becomes(orden_id, { atencion: 'alerta_fraude', entrega_detenida: true })
		await dispute(pago_id, 'fraude')
		await shop.drainJobs()
		expect(await casesOf(orden_id)).toEqual(['alerta_fraude'])
		expect((await deliver(orden_id)).statusCode).toBe(409)
	})
})
