import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { aShop } from '#tests/a-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { pushSimulator } from '#tests/push-helpers.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let boss: StaffCalls

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
beforeEach(async () => {
	boss = await theBoss(shop)
	await choose('uno')
	await shop.drainJobs()
})

async function choose(valor: Settings['aviso_pedidos']): Promise<void> {
	const answer = await boss.send('PUT', '/api/admin_ajustes/aviso_pedidos/', { valor })
	expect(answer.statusCode, answer.body).toBe(200)
}

const place = (changes: Partial<PlaceOrderRequest> = {}) => aPlacedOrder(shop, ana, changes)
const edit = async ({ orden_id }: PayableOrder, field: object) => {
	const answer = await boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, field)
	expect(answer.statusCode, answer.body).toBe(200)
}
const act = async ({ orden_id }: PayableOrder, action: string) => {
	const answer = await boss.send('POST', `/api/admin_ordenes/${orden_id}/${action}/`, {})
	expect(answer.statusCode, answer.body).toBe(200)
}
const payAt = async (order: PayableOrder, button: 'Aprobar pago' | 'Rechazar pago') =>
	await returnFromMercadoPago(shop, await pay(order.init_point, button))

/** Returns the new-order mails of an order to the boss. */
async function newOrderMails({ nro_orden }: PayableOrder) {
	await shop.retryJobs()
	return shop.inbox
		.mails()
		.filter(({ to, subject }) => to === staffLogin.email && subject.startsWith(`Nuevo pedido ${nro_orden} `))
}

async function summaries() {
	await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'resumir_pedidos', {}))
	await shop.retryJobs()
	return shop.inbox.mails().filter(({ to, subject }) => to === staffLogin.email && /pedidos? nuevos? · /.test(subject))
}

describe('the mail of a new order', () => {
	it('is sent to staff once when a gateway confirms the payment repeatedly', async () => {
		const order = await place()
		expect(await newOrderMails(order)).toEqual([])
		await payAt(order, 'Aprobar pago')
		const [mail, ...more] = await newOrderMails(order)
		expect(more).toEqual([])
		expect(mail?.subject).toBe(`Nuevo pedido ${order.nro_orden} · $29.990 · retiro`)
		for (const fact of [
			'Está pagado: $29.990 (Mercado Pago).',
			'Premium Shaker Electric 650 ML',
			'Nombre (escrito por el cliente): Ana Rojas',
			`/perfil?tab=admin&orden=${order.orden_id}`,
		])
			expect(mail?.text).toContain(fact)
		const attempts = await shop.database.db
			.select({ id: intentosPago.id })
			.from(intentosPago)
			.where(eq(intentosPago.orden_id, order.orden_id))
		for (const { id } of attempts) await settlePayment(shop.payments, id)
		expect(await newOrderMails(order)).toHaveLength(1)
	})

	it('is not sent again when staff change a paid order back and forth', async () => {
		const order = await place()
		await payAt(order, 'Aprobar pago')
		for (const estado of ['pendiente', 'pagada', 'cancelado', 'pagada', 'completado', 'pagada']) {
			await edit(order, { estado })
			// After the minute of the undo.
			shop.clock.advanceMinutes(5)
			boss = await theBoss(shop)
		}
		expect(await newOrderMails(order)).toHaveLength(1)
	})

	it('is sent to staff once when an order in cash is placed, and not when it is paid or delivered', async () => {
		const order = await place({ metodo_pago: 'efectivo' })
		const [mail] = await newOrderMails(order)
		expect(mail?.text).toContain('Se cobra al retirarlo: $29.990 en efectivo.')
		await edit(order, { estado: 'pagada' })
		await act(order, 'entregar')
		expect(await newOrderMails(order)).toHaveLength(1)
	})

	it('is sent to staff when they change an unpaid order to cash', async () => {
		const order = await place({ metodo_pago: 'transferencia' })
		await edit(order, { metodo_pago: 'efectivo' })
		expect(await newOrderMails(order)).toHaveLength(1)
	})

	it('is sent to staff once when a transfer is confirmed, also after an undone confirmation', async () => {
		const order = await place({ metodo_pago: 'transferencia' })
		expect(await newOrderMails(order)).toEqual([])
		await act(order, 'confirmar_transferencia')
		await act(order, 'deshacer')
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pendiente', avisada_at: null })
		expect(await newOrderMails(order)).toEqual([])
		await act(order, 'confirmar_transferencia')
		expect(await newOrderMails(order)).toHaveLength(1)
	})

	it('is not sent for a refused payment or an order that expires', async () => {
		const [refused, expired] = [await place(), await place({ metodo_pago: 'transferencia' })]
		await payAt(refused, 'Rechazar pago')
		shop.clock.advanceMinutes(60 * 24 * 4)
		await expireOrders(shop.payments)
		expect((await orderRow(shop, expired.orden_id)).estado).toBe('fallida')
		expect([await newOrderMails(refused), await newOrderMails(expired)]).toEqual([[], []])
		boss = await theBoss(shop)
	})

	it('is not sent when the owner turned it off, nor afterwards when turned on', async () => {
		await choose('ninguno')
		const order = await place({ metodo_pago: 'efectivo' })
		await choose('uno')
		await edit(order, { estado: 'pagada' })
		expect(await newOrderMails(order)).toEqual([])
		expect(await summaries()).toEqual([])
	})
})

describe('the daily summary of new orders', () => {
	it('lists the sales since the last summary, and is not sent without sales', async () => {
		await choose('resumen')
		const [paid, cash] = [await place(), await place({ metodo_pago: 'efectivo' })]
		await place({ metodo_pago: 'transferencia' })
		await payAt(paid, 'Aprobar pago')
		expect([await newOrderMails(paid), await newOrderMails(cash)]).toEqual([[], []])
		const [mail, ...more] = await summaries()
		expect(more).toEqual([])
		expect(mail?.subject).toBe('2 pedidos nuevos · $59.980')
		expect(mail?.text).toContain(`Pedido ${paid.nro_orden} (Mercado Pago · retiro): $29.990`)
		expect(mail?.text).toContain(`Pedido ${cash.nro_orden} (Efectivo · por cobrar · retiro): $29.990`)
		expect(await summaries()).toHaveLength(1)
		await edit(cash, { estado: 'pagada' })
		expect(await summaries()).toHaveLength(1)
		const next = await place({ metodo_pago: 'efectivo' })
		const [second] = await summaries()
		expect(second?.subject).toBe('1 pedido nuevo · $29.990')
		expect(second?.text).toContain(`Pedido ${next.nro_orden} `)
	})
})

it('push notices announce a new order in cash once, with any choice of mails', async () => {
	await choose('ninguno')
	const push = pushSimulator(shop)
	const phone = await push.aPhone(boss, ['orden_pagada'])
	const order = await place({ metodo_pago: 'efectivo' })
	await edit(order, { estado: 'pagada' })
	await shop.retryJobs()
	const arrived = await push.arrivedAt(phone)
	expect(arrived).toHaveLength(1)
	expect(arrived[0]).toMatchObject({ notification: { title: `Nuevo pedido ${order.nro_orden}` } })
})
