import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { mailPickupDone } from '#modules/rounds/server/pickups.ts'
import type { DeliveriesAnswer } from '#modules/rounds/shapes.ts'
import { retiros } from '#modules/rounds/tables.ts'
import { createEnqueueMail } from '#shop/server/mail/send-mail.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ limitScale: 1 })
const boss = await theBoss(shop)
const customer = await aCustomer(shop, 'Rita')

let phones = 977_700_000
async function toPickUp(set: Partial<typeof ordenes.$inferInsert> = {}): Promise<string> {
	const { orden_id } = await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo', telefono: String(phones++) })
	await shop.database.db
		.update(ordenes)
		.set({ horario_retiro: null, ...set })
		.where(eq(ordenes.id, orden_id))
	return orden_id
}
const send = (id: string, what: string, body?: object, key: string = randomUUID()) =>
	boss.send('POST', `/api/admin_retiros/${id}/${what}/`, body, { 'idempotency-key': key })
/** A Wednesday evening of the coming weeks in Santiago, and a Sunday's. */
function minuteOn(weekday: number, time: string): string {
	const day = new Date(shop.clock.now().getTime() + 3 * 86_400_000)
	while (day.getUTCDay() !== weekday) day.setUTCDate(day.getUTCDate() + 1)
	return `${day.toISOString().slice(0, 10)}T${time}`
}
const agree = (id: string, hora = minuteOn(3, '18:30')) => send(id, 'acordar', { hora })
async function codeOf(id: string): Promise<string> {
	const [row] = await shop.database.db.select().from(retiros).where(eq(retiros.orden_id, id))
	return row?.codigo ?? ''
}
/** Runs the job about a hand-over twice, and returns the mails about the order. */
async function mailsAfter(id: string): Promise<string[]> {
	const jobs = { enqueue: async () => {} }
	const deps = { db: shop.database.db, clock: shop.clock, jobs, mail: createEnqueueMail(jobs, randomUUID), hooks }
	for (let again = 0; again < 2; again++) await mailPickupDone(deps, id)
	const mails = await shop.database.db.select().from(correos).where(eq(correos.orden_id, id))
	return mails.map(({ plantilla }) => plantilla)
}
const own = async (id: string) => {
	const answer = await shop.app.inject({
		url: '/api/perfil/',
		headers: { authorization: `Bearer ${customer.access}` },
	})
	return answer.json().ordenes.find((order: { id: string }) => order.id === id)
}

it('mails an agreed hour with a code that only the customer sees', async () => {
	const id = await toPickUp()
	expect((await own(id)).entrega).toMatchObject({ estado: 'por_preparar', hora_at: null, codigo: null })
	const answer = await agree(id)
	const code = await codeOf(id)
	expect(answer.json()).toMatchObject({ orden_id: id, hora_at: expect.stringMatching(/T2[12]:30:00/), hecha_at: null })
	expect(code).toMatch(/^\d{6}$/)
	expect((await own(id)).entrega).toMatchObject({ estado: 'por_preparar', codigo: code })
	const forStaff = [answer, await boss.get('/api/admin_reparto/'), await boss.get(`/api/admin_ordenes/${id}/`)]
	for (const { body } of forStaff) expect(body).not.toContain(code)
	await agree(id)
	await agree(id, minuteOn(3, '19:00'))
	expect(await codeOf(id)).toBe(code)
	const mails = await shop.database.db.select().from(correos).where(eq(correos.orden_id, id))
	const data = mails.filter(({ plantilla }) => plantilla === 'retiro_acordado').map(({ datos }) => datos)
	expect(data).toHaveLength(2)
	expect(data).toEqual([
		expect.objectContaining({ codigo: code, cambio: false, por_cobrar: 29_990 }),
		expect.objectContaining({ codigo: code, cambio: true }),
	])
})

it('rejects an hour outside the announced ones, in the past or distant', async () => {
	const id = await toPickUp({ horario_retiro: 'lunes a viernes de 18:00 a 20:00' })
	const closed = await agree(id, minuteOn(0, '18:30'))
	expect(closed.statusCode).toBe(422)
	expect(closed.json()).toMatchObject({
		code: 'fuera_de_horario',
		error: 'El retiro es lunes a viernes de 18:00 a 20:00.',
	})
	for (const hora of ['2020-01-01T18:30', '2099-01-01T18:30', '2026-02-31T18:30', '2026-11-25T99:00'])
		expect((await agree(id, hora)).json()).toMatchObject({ code: 'valor_invalido' })
	expect((await agree(id)).statusCode).toBe(200)
	const brought = await toPickUp({ tipo_entrega: 'despacho' })
	expect((await agree(brought)).statusCode).toBe(404)
	const unpaid = await toPickUp({ metodo_pago: 'transferencia' })
	expect((await agree(unpaid)).json()).toMatchObject({ code: 'accion_no_corresponde' })
})

it('hands over with the right code and the whole price, once per key, and undoes it within a minute only', async () => {
	const id = await toPickUp()
	await agree(id)
	const codigo = (await codeOf(id)).replace(/^(...)/, '$1 ')
	const wrong = codigo.startsWith('1') ? '222222' : '111111'
	expect((await send(id, 'entregar', { codigo: wrong, recibido: 30_000 })).json()).toMatchObject({
		code: 'codigo_retiro',
	})
	expect((await send(id, 'entregar', { codigo: '', recibido: 30_000 })).json()).toMatchObject({ code: 'codigo_retiro' })
	const short = await send(id, 'entregar', { codigo, recibido: 20_000 })
	expect(short.json()).toMatchObject({ code: 'cobro_incompleto', monto: 29_990 })
	expect((await orderRow(shop, id)).estado).toBe('pendiente')
	const key = randomUUID()
	const done = await send(id, 'entregar', { codigo, recibido: 30_000, recibe: 'Rita' }, key)
	expect(done.json()).toMatchObject({
		orden_estado: 'completado',
		cobrado: 29_990,
		vuelto: 10,
		se_puede_deshacer: true,
	})
	expect((await send(id, 'entregar', { codigo, recibido: 30_000 }, key)).statusCode).toBe(200)
	expect((await send(id, 'entregar', { codigo, recibido: 30_000 })).json()).toMatchObject({ code: 'retiro_hecho' })
	expect((await orderRow(shop, id)).pagada_at).not.toBeNull()
	expect((await own(id)).entrega).toMatchObject({ estado: 'entregada', codigo: null, hora_at: null })
	const { retirados } = (await boss.get('/api/admin_reparto/')).json<DeliveriesAnswer>()
	expect(retirados.map(({ orden_id }) => orden_id)).toContain(id)

	expect((await send(id, 'deshacer')).json()).toMatchObject({
		orden_estado: 'pendiente',
		hecha_at: null,
		cobrado: null,
	})
	expect((await orderRow(shop, id)).pagada_at).toBeNull()
	// The delayed first press is not repeated.
	await send(id, 'entregar', { codigo, recibido: 30_000 }, key)
	expect((await orderRow(shop, id)).estado).toBe('pendiente')
	await send(id, 'entregar', { codigo, recibido: 29_990 })
	shop.clock.advanceMinutes(2)
	expect((await send(id, 'deshacer')).json()).toMatchObject({ code: 'ya_no_se_deshace' })
	expect((await mailsAfter(id)).filter((plantilla) => plantilla === 'entregado')).toHaveLength(1)
})

it('hands a cash order over unpaid and as a case on the word that it was paid by transfer', async () => {
	const id = await toPickUp()
	const body = { sin_codigo: 'Mostró su cédula', por_transferencia: true }
	const unpaid = { orden_estado: 'completado', metodo_pago: 'transferencia', dinero: 'sin_pago', cobrado: null }
	expect((await send(id, 'entregar', body)).json()).toMatchObject(unpaid)
	expect(await orderRow(shop, id)).toMatchObject({ pagada_at: null, atencion: 'transferencia_en_puerta' })
	await send(id, 'deshacer')
	expect(await orderRow(shop, id)).toMatchObject({ metodo_pago: 'efectivo', estado: 'pendiente', atencion: null })
	await send(id, 'entregar', body)
	expect(await mailsAfter(id)).not.toContain('caso_staff')
	shop.clock.advanceMinutes(2)
	expect((await mailsAfter(id)).filter((plantilla) => plantilla === 'caso_staff')).toHaveLength(1)
	expect((await boss.send('POST', `/api/admin_ordenes/${id}/confirmar_transferencia/`, {})).statusCode).toBe(200)
	expect(await orderRow(shop, id)).toMatchObject({ pagada_at: expect.any(Date), atencion: null })
})

it('collects no money for an order that is paid, whatever is said', async () => {
	const id = await toPickUp({ estado: 'pagada', metodo_pago: 'webpay', pagada_at: shop.clock.now() })
	await send(id, 'entregar', { sin_codigo: 'Mostró su cédula', por_transferencia: true })
	expect(await orderRow(shop, id)).toMatchObject({ metodo_pago: 'webpay', atencion: null })
})

it('requires a reason without the code, which the order stores', async () => {
	const id = await toPickUp()
	expect((await send(id, 'entregar', { recibido: 29_990 })).json()).toMatchObject({ code: 'codigo_retiro' })
	const bare = await send(id, 'entregar', { sin_codigo: 'x', recibido: 29_990 })
	expect(bare.statusCode).toBe(400)
	const done = await send(id, 'entregar', { sin_codigo: 'Mostró su cédula', recibido: 29_990 })
	expect(done.json()).toMatchObject({ orden_estado: 'completado' })
	const log = await shop.database.db.select().from(auditoria).where(eq(auditoria.ref, id))
	expect(log.filter(({ accion }) => accion === 'retiro_sin_codigo')).toMatchObject([{ despues: 'Mostró su cédula' }])
})

it('blocks an order for a while after ten wrong codes, and never after right ones', async () => {
	const [id, other] = [await toPickUp(), await toPickUp()]
	await agree(id)
	await agree(other)
	const code = await codeOf(id)
	const wrong = code.startsWith('1') ? '222222' : '111111'
	for (let guess = 0; guess < 10; guess++) expect((await send(id, 'entregar', { codigo: wrong })).statusCode).toBe(422)
	expect((await send(id, 'entregar', { codigo: code, recibido: 29_990 })).statusCode).toBe(429)
	expect((await orderRow(shop, id)).estado).toBe('pendiente')
	const right = await send(other, 'entregar', { codigo: await codeOf(other), recibido: 29_990 })
	expect(right.statusCode).toBe(200)
})
