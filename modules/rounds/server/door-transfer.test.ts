import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { orderMails } from '#modules/orders/server/mail-templates.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { mailDeliveryOutcome } from '#modules/rounds/server/delivery-mails.ts'
import type { DeliveriesAnswer, RoundAnswer } from '#modules/rounds/shapes.ts'
import { createEnqueueMail } from '#shop/server/mail/send-mail.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { sampleShop } from '#tests/sample-mails.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let boss: StaffCalls
let rounds: ReturnType<typeof roundCalls>

const shop = await aShop()
beforeEach(async () => {
	// An earlier test may have moved the clock past the end of a session.
	boss = await theBoss(shop)
	rounds = roundCalls(shop, boss, await aCustomer(shop, 'Ana'))
})

const detailOf = async (order: string) => (await boss.get(`/api/admin_ordenes/${order}/`)).json<OrderDetail>()
const confirm = (order: string) => boss.send('POST', `/api/admin_ordenes/${order}/confirmar_transferencia/`, {})
const isCase = async (order: string) =>
	(await boss.get('/api/admin_casos/')).json<{ results: { id: string }[] }>().results.some(({ id }) => id === order)

/** Presses the door of an order as paid by transfer. */
async function atTheDoor({ paid = false, atencion = null as CaseReason | null } = {}) {
	const order = await rounds.toBring(0, { paid })
	await shop.database.db.update(ordenes).set({ atencion }).where(eq(ordenes.id, order))
	const stop = stopOf(await rounds.leave(await rounds.plan(order)), order)
	const answer = await rounds.press(stop, 'entregar', { recibe: 'Ana', por_transferencia: true })
	expect(answer.statusCode, answer.body).toBe(200)
	return { order, stop, shown: stopOf(answer.json<RoundAnswer>(), order) }
}

it('delivers a cash order unpaid, as a case that staff are mailed once it cannot be undone', async () => {
	const { order, stop, shown } = await atTheDoor()
	expect(shown).toMatchObject({ estado: 'entregada', cobrado: null, metodo_pago: 'transferencia', dinero: 'sin_pago' })
	const detail = await detailOf(order)
	expect(detail).toMatchObject({
		estado: 'completado',
		metodo_pago: 'transferencia',
		pagada_at: null,
		dinero: 'sin_pago',
		atencion: 'transferencia_en_puerta',
	})
	expect(detail.acciones).toContain('confirmar_transferencia')
	expect(await isCase(order)).toBe(true)
	const jobs = { enqueue: async () => {} }
	const deps = { db: shop.database.db, clock: shop.clock, jobs, mail: createEnqueueMail(jobs, randomUUID), hooks }
	const notify = () => mailDeliveryOutcome(deps, stop?.id ?? '')
	const mails = () =>
		shop.database.db.$count(correos, and(eq(correos.orden_id, order), eq(correos.plantilla, 'caso_staff')))
	await notify()
	expect(await mails()).toBe(0)
	shop.clock.advanceMinutes(2)
	await notify()
	await notify()
	expect(await mails()).toBe(1)
})

it('is paid, no case and still delivered when staff confirm the transfer; staff can undo that', async () => {
	const { order } = await atTheDoor()
	expect((await confirm(order)).statusCode).toBe(200)
	expect((await confirm(order)).statusCode).toBe(200)
	expect(await detailOf(order)).toMatchObject({
		estado: 'completado',
		pagada_at: expect.any(String),
		dinero: 'pagada',
		atencion: null,
	})
	expect(await isCase(order)).toBe(false)
	const waiting = (await boss.get('/api/admin_reparto/')).json<DeliveriesAnswer>().despachos
	expect(waiting.map(({ orden_id }) => orden_id)).not.toContain(order)
	const confirmed = and(eq(auditoria.ref, order), eq(auditoria.accion, 'transferencia_confirmada'))
	expect(await shop.database.db.$count(auditoria, confirmed)).toBe(1)
	await boss.send('POST', `/api/admin_ordenes/${order}/deshacer/`, {})
	expect(await detailOf(order)).toMatchObject({ pagada_at: null, atencion: 'transferencia_en_puerta' })
})

it('is again a cash order on its way after the undo of the press', async () => {
	const { order, stop } = await atTheDoor()
	const undone = (await rounds.press(stop, 'deshacer')).json<RoundAnswer>()
	expect(stopOf(undone, order)).toMatchObject({ estado: 'en_ruta', metodo_pago: 'efectivo', por_cobrar: 29_990 })
	expect(await detailOf(order)).toMatchObject({ estado: 'pendiente', atencion: null })
})

it('changes nothing of the payment of an order that is paid', async () => {
	const { order } = await atTheDoor({ paid: true })
	expect(await detailOf(order)).toMatchObject({ estado: 'completado', dinero: 'pagada', atencion: null })
})

it('replaces an open case, which is in the history and opens again once the transfer is confirmed', async () => {
	const { order } = await atTheDoor({ atencion: 'monto_distinto' })
	const { atencion, historia } = await detailOf(order)
	expect(atencion).toBe('transferencia_en_puerta')
	expect(historia.find(({ accion }) => accion === 'transferencia_en_puerta')).toMatchObject({
		campo: 'atencion',
		antes: 'monto_distinto',
		despues: 'transferencia_en_puerta',
	})
	expect((await confirm(order)).statusCode).toBe(200)
	expect(await detailOf(order)).toMatchObject({ dinero: 'pagada', atencion: 'monto_distinto' })
	await boss.send('POST', `/api/admin_casos/${order}/resolver/`, {})
	expect(await detailOf(order)).toMatchObject({ atencion: null })
})

it('is a case again once a later case is resolved, until its transfer is', async () => {
	const { order } = await atTheDoor()
	await shop.database.db.update(ordenes).set({ atencion: 'orden_ya_pagada' }).where(eq(ordenes.id, order))
	const resolve = () => boss.send('POST', `/api/admin_casos/${order}/resolver/`, {})
	await resolve()
	expect(await detailOf(order)).toMatchObject({ atencion: 'transferencia_en_puerta' })
	await resolve()
	expect(await detailOf(order)).toMatchObject({ atencion: null })
	await shop.database.db.update(ordenes).set({ atencion: 'orden_ya_pagada' }).where(eq(ordenes.id, order))
	await resolve()
	expect(await detailOf(order)).toMatchObject({ atencion: null })
})

it('has the open case again after the undo of the press', async () => {
	const { order, stop } = await atTheDoor({ atencion: 'monto_distinto' })
	expect((await rounds.press(stop, 'deshacer')).statusCode).toBe(200)
	expect(await detailOf(order)).toMatchObject({ estado: 'pendiente', atencion: 'monto_distinto' })
})

it('mails the customer the confirmed payment without the promise of a delivery', async () => {
	const { order } = await atTheDoor()
	await confirm(order)
	const isConfirmation = and(eq(correos.orden_id, order), eq(correos.plantilla, 'pago_confirmado'))
	const mails = await shop.database.db.select().from(correos).where(isConfirmation)
	const text = mails.map(({ datos }) => orderMails.pago_confirmado.write(datos, sampleShop).paragraphs.join(' ')).join()
	expect(text).toContain('Recibimos tu pago de $29.990')
	expect(text).not.toContain('Te contactaremos')
})

it('rejects the undo of the press once staff confirmed the transfer', async () => {
	const { order, stop } = await atTheDoor()
	await confirm(order)
	expect((await rounds.press(stop, 'deshacer')).statusCode).toBe(409)
	expect(await detailOf(order)).toMatchObject({ estado: 'completado', dinero: 'pagada', metodo_pago: 'transferencia' })
})

it('leaves a case open that came after the press, when the press is undone', async () => {
	const { order, stop } = await atTheDoor({ paid: true })
	await shop.database.db.update(ordenes).set({ atencion: 'orden_ya_pagada' }).where(eq(ordenes.id, order))
	expect((await rounds.press(stop, 'deshacer')).statusCode).toBe(200)
	expect(await detailOf(order)).toMatchObject({ estado: 'pagada', atencion: 'orden_ya_pagada' })
})
