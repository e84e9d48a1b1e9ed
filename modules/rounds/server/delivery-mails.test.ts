import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hooks } from '#modules/lists/hooks.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import { deliveryMails, mailDeliveryOutcome } from '#modules/rounds/server/delivery-mails.ts'
import type { DeliveriesAnswer } from '#modules/rounds/shapes.ts'
import { createEnqueueMail } from '#shop/server/mail/send-mail.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { sampleOrder, sampleShop } from '#tests/sample-mails.ts'
import { aCustomer, orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

describe('templates', () => {
	const textOf = (sigue: string) =>
		deliveryMails.no_entregado.write({ ...sampleOrder, motivo: 'rechazado', sigue }, sampleShop).paragraphs.join(' ')

	it('promises another delivery after a failed attempt', () => {
		expect(textOf('otra_ronda')).toContain('Te llamaremos para acordar otra entrega.')
		expect(textOf('otra_ronda')).not.toMatch(/anular|devolver/)
	})

	it('promises no other delivery of a cancelled order, and no refund of an unpaid one', () => {
		expect(textOf('anular')).toContain('vamos a anular el pedido y, si ya lo pagaste, a devolverte el dinero')
		expect(textOf('anular')).toContain('Si todavía lo quieres, escríbenos')
		expect(textOf('anular')).not.toContain('otra entrega')
	})
})

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const rounds = roundCalls(shop, boss, ana)

/** The outcomes mailed to an order's customer. */
const outcomesMailed = async (orderId: string) =>
	await shop.database.db
		.select({ plantilla: correos.plantilla, datos: correos.datos })
		.from(correos)
		.where(and(eq(correos.orden_id, orderId), inArray(correos.plantilla, ['entregado', 'no_entregado'])))

const deliveryOf = async (orderId: string) => {
	const answer = await shop.app.inject({ url: '/api/perfil/', headers: { authorization: `Bearer ${ana.access}` } })
	return answer.json<{ ordenes: ProfileOrder[] }>().ordenes.find(({ id }) => id === orderId)?.entrega
}

/** An order on its way, and its stop. */
async function onItsWay() {
	const order = await rounds.toBring(0, { paid: true })
	const round = await rounds.leave(await rounds.plan(order))
	const stop = stopOf(round, order)
	if (!stop) throw new Error('no stop')
	const deps = {
		db: shop.database.db,
		clock: shop.clock,
		jobs: { enqueue: async () => {} },
		mail: createEnqueueMail({ enqueue: async () => {} }, randomUUID),
		hooks,
	}
	const notify = () => mailDeliveryOutcome(deps, stop.id)
	return { order, round, stop, notify }
}

it('writes of a hand-over as a pickup when the customer came for it', () => {
	const mailOf = (tipo_entrega: 'despacho' | 'retiro') => {
		const order = { ...sampleOrder, tipo_entrega, hecha_at: '2026-11-20T18:42:00.000Z', recibe: '' }
		const { subject, paragraphs } = deliveryMails.entregado.write(order, sampleShop)
		return `${subject}. ${paragraphs[0]}`
	}
	expect(mailOf('despacho')).toMatch(/^Entregamos tu pedido.*Lo entregamos el viernes/)
	expect(mailOf('retiro')).toMatch(/^Retiraste tu pedido.*Lo retiraste el viernes/)
})

it('mails a hand-over once, after it can no longer be undone', async () => {
	const { order, stop, notify } = await onItsWay()
	expect(await deliveryOf(order)).toMatchObject({ estado: 'en_ruta', desde: stop.desde, hasta: stop.hasta })
	await rounds.press(stop, 'entregar', { recibe: 'Conserje' })
	expect(await deliveryOf(order)).toMatchObject({ estado: 'entregada', hecha_at: expect.any(String), motivo: null })
	await notify()
	expect(await outcomesMailed(order)).toEqual([])
	shop.clock.advanceMinutes(2)
	await Promise.all([notify(), notify()])
	await notify()
	expect(await outcomesMailed(order)).toEqual([
		{ plantilla: 'entregado', datos: expect.objectContaining({ recibe: 'Conserje', nro_orden: expect.any(Number) }) },
	])
})

it('mails the reason of a failed attempt, and that the order waits', async () => {
	const { order, stop, notify } = await onItsWay()
	await rounds.press(stop, 'no_entregar', { motivo: 'nadie_en_casa' })
	shop.clock.advanceMinutes(2)
	await notify()
	expect(await outcomesMailed(order)).toMatchObject([{ plantilla: 'no_entregado', datos: { motivo: 'nadie_en_casa' } }])
	expect(await deliveryOf(order)).toMatchObject({ estado: 'no_entregada', motivo: 'nadie_en_casa', desde: null })
	await rounds.plan(order)
	expect(await deliveryOf(order)).toMatchObject({ estado: 'por_preparar', motivo: null })
})

/** The cases of an order mailed to staff. */
const casesOf = async (orderId: string) =>
	await shop.database.db
		.select({ datos: correos.datos })
		.from(correos)
		.where(and(eq(correos.orden_id, orderId), eq(correos.plantilla, 'caso_staff')))

it('mails that a cancelled order comes with no other round, and opens one case', async () => {
	const { order, stop, notify } = await onItsWay()
	await rounds.press(stop, 'no_entregar', { motivo: 'rechazado', sigue: 'anular' })
	expect((await orderRow(shop, order)).atencion).toBeNull()
	shop.clock.advanceMinutes(2)
	await Promise.all([notify(), notify()])
	expect(await outcomesMailed(order)).toMatchObject([{ plantilla: 'no_entregado', datos: { sigue: 'anular' } }])
	expect(await deliveryOf(order)).toMatchObject({ estado: 'no_entregada', sigue: 'anular' })
	expect(await orderRow(shop, order)).toMatchObject({ estado: 'pagada', atencion: 'entrega_por_anular' })
	expect(await casesOf(order)).toMatchObject([{ datos: { motivo: 'entrega_por_anular' } }])
	const listed = (await boss.get('/api/admin_reparto/')).json<DeliveriesAnswer>().despachos
	expect(listed.find(({ orden_id }) => orden_id === order)).toMatchObject({ por_anular: true, intentos: 1 })
	// Staff resolved it: a repeated job does not open it again.
	await boss.send('POST', `/api/admin_casos/${order}/resolver/`, {})
	await notify()
	expect((await orderRow(shop, order)).atencion).toBeNull()
})

it('opens no case for an order on another round, or for an undone press', async () => {
	const again = await onItsWay()
	await rounds.press(again.stop, 'no_entregar', { motivo: 'rechazado' })
	const mistaken = await onItsWay()
	await rounds.press(mistaken.stop, 'no_entregar', { motivo: 'rechazado', sigue: 'anular' })
	await rounds.press(mistaken.stop, 'deshacer')
	await rounds.press(mistaken.stop, 'no_entregar', { motivo: 'nadie_en_casa', sigue: 'otra_ronda' })
	shop.clock.advanceMinutes(2)
	for (const { order, notify } of [again, mistaken]) {
		await notify()
		expect(await outcomesMailed(order)).toMatchObject([{ datos: { sigue: 'otra_ronda' } }])
		expect([await casesOf(order), (await orderRow(shop, order)).atencion]).toEqual([[], null])
	}
	const listed = (await boss.get('/api/admin_reparto/')).json<DeliveriesAnswer>().despachos
	expect(listed.find(({ orden_id }) => orden_id === mistaken.order)).toMatchObject({ por_anular: false, intentos: 1 })
})

it('mails nothing of an undone press', async () => {
	const { order, stop, notify } = await onItsWay()
	await rounds.press(stop, 'no_entregar', { motivo: 'nadie_en_casa' })
	await rounds.press(stop, 'deshacer')
	shop.clock.advanceMinutes(2)
	await notify()
	expect(await outcomesMailed(order)).toEqual([])
	expect(await deliveryOf(order)).toMatchObject({ estado: 'en_ruta' })
})

it('mails no waiting time to a customer whose order was cancelled at the door', async () => {
	const { order, stop, notify } = await onItsWay()
	await rounds.press(stop, 'no_entregar', { motivo: 'rechazado' })
	await boss.send('POST', `/api/admin_ordenes/${order}/cancelar/`, {})
	shop.clock.advanceMinutes(2)
	await notify()
	expect((await orderRow(shop, order)).estado).toBe('cancelado')
	expect([await outcomesMailed(order), await deliveryOf(order)]).toEqual([[], null])
})

it('mails at once the customers whom the round did not reach', async () => {
	const { order, round, notify } = await onItsWay()
	await rounds.act(round, 'cerrar')
	await notify()
	expect(await outcomesMailed(order)).toMatchObject([{ plantilla: 'no_entregado', datos: { motivo: 'sin_visitar' } }])
})

it("reveals nothing of other customers to the reader of an order's page", async () => {
	const [one, other] = [await rounds.toBring(0, { paid: true }), await rounds.toBring(3, { paid: true })]
	await rounds.leave(await rounds.plan(one, other))
	expect(Object.keys((await deliveryOf(one)) ?? {}).toSorted()).toEqual([
		'codigo',
		'desde',
		'estado',
		'hasta',
		'hecha_at',
		'hora_at',
		'motivo',
		'sigue',
	])
})
