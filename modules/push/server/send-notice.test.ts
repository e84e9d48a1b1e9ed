import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import { mailProofReceived, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { notifyLowStock } from '#modules/orders/server/reserve-stock.ts'
import { transitionOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { pushSeconds } from '#modules/push/push-notices.ts'
import { pushToStaff } from '#modules/push/server/send-notice.ts'
import type { PushDevicesAnswer } from '#modules/push/shapes.ts'
import { avisos, suscripcionesPush } from '#modules/push/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { pushSimulator } from '#tests/push-helpers.ts'
import { aCustomer, aPlacedOrder, logIn, orderRow } from '#tests/shop-helpers.ts'
import { callsWith, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const push = pushSimulator(shop)
afterEach(async () => void (await push.answerWith('201')))

/** A logged-in staff account with its session. */
async function aMember() {
	const { email, password } = await aCustomer(shop, 'Tito')
	const [account] = await shop.database.db
		.update(usuarios)
		.set({ is_staff: true })
		.where(eq(usuarios.email, email))
		.returning()
	if (!account) throw new Error('no account')
	const session = await logIn(shop, email, password)
	return { account, ...session, calls: callsWith(shop, session.access) }
}
const devicesOf = async (calls: StaffCalls) =>
	(await calls.get('/api/admin_avisos/')).json<PushDevicesAnswer>().dispositivos
const subscriptionsOf = async (usuario_id: number) =>
	await shop.database.db
		.select({ id: suscripcionesPush.id })
		.from(suscripcionesPush)
		.where(eq(suscripcionesPush.usuario_id, usuario_id))
const inTransaction = <T>(act: (tx: Parameters<Parameters<typeof shop.database.db.transaction>[0]>[0]) => Promise<T>) =>
	shop.database.db.transaction(act)

let occasion = 0
/** Notifies staff of a case without an order. */
async function notifyOfCase(clave = `caso:${occasion++}`): Promise<string> {
	await inTransaction((tx) => pushToStaff(shop.payments, tx, { clave, tipo: 'caso' }))
	return clave
}
const placed = async (): Promise<OrderRow> =>
	await orderRow(
		shop,
		(await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', telefono: '955500001' })).orden_id,
	)

describe('a queued notice', () => {
	it('is not written while no device may get it', async () => {
		const isOf = (clave: string) => shop.database.db.$count(avisos, eq(avisos.clave, clave))
		expect(await isOf(await notifyOfCase())).toBe(0)
		await push.aPhone(boss)
		expect(await isOf(await notifyOfCase())).toBe(1)
	})

	it('is not sent to a device whose owner switched its kind off meanwhile', async () => {
		const [off, on] = [await push.aPhone(boss), await push.aPhone(boss)]
		const clave = await notifyOfCase()
		for (const { id } of [off, on])
			await inTransaction((tx) =>
				shop.payments.jobs.enqueue(tx, 'enviar_aviso', { aviso: clave, suscripcion_id: id }, { startAfterSeconds: 0 }),
			)
		await boss.send('PATCH', `/api/admin_avisos/${off.id}/`, { tipos: ['stock_bajo'] })
		await shop.drainJobs()
		expect(await push.arrivedAt(off)).toEqual([])
		expect((await push.arrivedAt(on)).length).toBeGreaterThan(0)
	})
})

describe('notices to staff', () => {
	const happenings: Record<string, (order: OrderRow) => Promise<unknown>> = {
		orden_pagada: (order) =>
			inTransaction((tx) =>
				transitionOrder(shop.payments, tx, order, { estado: 'pagada', actorId: null, why: 'pago_confirmado' }),
			),
		comprobante: (order) => inTransaction((tx) => mailProofReceived(shop.payments, tx, order, order.id)),
		caso: (order) => inTransaction((tx) => mailStaffCase(shop.payments, tx, order, { motivo: 'monto_distinto' })),
	}

	it.each([
		['orden_pagada', 'Nuevo pedido'],
		['comprobante', 'Comprobante por revisar'],
		['caso', 'Caso por resolver'],
	])('for %s have its kind and order number, once, and no personal data', async (kind, text) => {
		const phone = await push.aPhone(boss)
		const order = await placed()
		await happenings[kind]?.(order)
		// The same occasion once more.
		if (kind !== 'orden_pagada') await happenings[kind]?.(order)
		await shop.drainJobs()
		const navigate = `${shop.env.publicUrl}/perfil?tab=admin&orden=${order.id}`
		const isNew = kind === 'orden_pagada'
		const title = isNew ? `${text} ${order.nro_orden}` : text
		const body = isNew ? 'Ábrelo en el panel.' : `Orden ${order.nro_orden}`
		const tag = expect.stringContaining(order.id)
		expect(await push.arrivedAt(phone)).toEqual([
			{
				ttl: 86_400,
				urgency: 'high',
				topic: expect.stringMatching(/^[\w-]{32}$/),
				subscription: expect.any(String),
				web_push: 8030,
				notification: { title, body, navigate, tag, lang: 'es-CL' },
				id: expect.any(String),
				received_at: expect.any(String),
			},
		])
		const personal = [order.nombre, order.email, order.telefono, order.direccion, String(order.total), ana.email]
		const sent = JSON.stringify(await push.arrivedAt(phone))
		expect(personal.filter((fact) => fact !== '' && sent.includes(fact))).toEqual([])
	})

	it('include low stock, also when its mail is switched off', async () => {
		const phone = await push.aPhone(boss)
		const [product] = await shop.database.db.select().from(productos)
		if (!product) throw new Error('no product')
		const units = [{ producto_id: product.id, color: product.color, cantidad: 1 }]
		const products = [{ ...product, stock: product.low_stock_threshold + 1 }]
		await inTransaction((tx) => notifyLowStock(shop.payments, tx, { orden_id: 'una', units, products }))
		await shop.drainJobs()
		const navigate = `${shop.env.publicUrl}/perfil?tab=admin&seccion=stock`
		expect(await push.arrivedAt(phone)).toMatchObject([
			{ notification: { title: 'Stock bajo', navigate }, urgency: 'normal' },
		])
	})

	it('are of the kinds that each device wants, and never of an undone change', async () => {
		const [wants, wantsNot] = [await push.aPhone(boss), await push.aPhone(boss, ['stock_bajo'])]
		await notifyOfCase()
		const undone = inTransaction(async (tx) => {
			await pushToStaff(shop.payments, tx, { clave: 'undone', tipo: 'caso' })
			throw new Error('undone')
		})
		await expect(undone).rejects.toThrow('undone')
		await shop.drainJobs()
		expect([await push.arrivedAt(wants), await push.arrivedAt(wantsNot)]).toEqual([[expect.anything()], []])
	})
})

describe('a device without rights to notices', () => {
	it.each([
		['left the staff', (id: number) => boss.send('PUT', `/api/admin_usuarios/${id}/`, { is_staff: false })],
		['was shut off', (id: number) => boss.send('PUT', `/api/admin_usuarios/${id}/`, { is_active: false })],
	])('is at once that of an account that %s', async (_what, shutOut) => {
		const { account, calls } = await aMember()
		const phone = await push.aPhone(calls)
		await notifyOfCase()
		await shutOut(account.id)
		// At once, not with the next notice: an account that returns meanwhile gets none on its earlier phone.
		expect(await subscriptionsOf(account.id)).toEqual([])
		await notifyOfCase()
		await shop.drainJobs()
		expect(await push.arrivedAt(phone)).toEqual([])
	})

	it('is deleted when the right is revoked after a notice was queued for it', async () => {
		const { account, calls } = await aMember()
		const phone = await push.aPhone(calls)
		const [aviso, { db }] = [`caso:${occasion++}`, shop.database]
		const queue = () =>
			inTransaction((tx) => shop.payments.jobs.enqueue(tx, 'enviar_aviso', { aviso, suscripcion_id: phone.id }))
		await db.insert(avisos).values({ clave: aviso, tipo: 'caso' })
		await queue()
		await shop.drainJobs()
		expect(await push.arrivedAt(phone)).toHaveLength(1)
		await queue()
		await db.update(usuarios).set({ is_staff: false }).where(eq(usuarios.id, account.id))
		await shop.drainJobs()
		expect(await push.arrivedAt(phone)).toHaveLength(1)
		expect(await subscriptionsOf(account.id)).toHaveLength(1)
	})

	it('is deleted when the right is revoked outside the panel, between a notice and its sending too', async () => {
		const { account, calls } = await aMember()
		const phone = await push.aPhone(calls)
		await notifyOfCase()
		await shop.database.db.update(usuarios).set({ is_staff: false }).where(eq(usuarios.id, account.id))
		await shop.drainJobs()
		expect(await push.arrivedAt(phone)).toEqual([])
	})

	it("is the phone that logged out, and not the owner's others", async () => {
		const { account, calls, refresh } = await aMember()
		const other = callsWith(shop, (await logIn(shop, account.email, 'una-clave-segura')).access)
		const [here, there] = [await push.aPhone(calls), await push.aPhone(other)]
		await shop.app.inject({ method: 'POST', url: '/api/token/logout/', payload: { refresh } })
		await notifyOfCase()
		await shop.drainJobs()
		expect([await push.arrivedAt(here), await push.arrivedAt(there)]).toEqual([[], [expect.anything()]])
		// A phone used in another session belongs to that one.
		const third = await logIn(shop, account.email, 'una-clave-segura')
		await callsWith(shop, third.access).send('POST', `/api/admin_avisos/${there.id}/aqui/`)
		await shop.app.inject({ method: 'POST', url: '/api/token/logout/', payload: { refresh: third.refresh } })
		expect(await devicesOf(other)).toEqual([])
	})

	it('is a phone whose session expired, and not one whose session is open', async () => {
		const { account, calls } = await aMember()
		const other = callsWith(shop, (await logIn(shop, account.email, 'una-clave-segura')).access)
		const [lost, kept] = [await push.aPhone(calls), await push.aPhone(other)]
		await shop.database.db.execute(
			sql`update sesiones set expires_at = now() - interval '1 second'
				where id = (select sesion_id from suscripciones_push where id = ${lost.id})`,
		)
		await notifyOfCase()
		await shop.drainJobs()
		expect([await push.arrivedAt(lost), await push.arrivedAt(kept)]).toEqual([[], [expect.anything()]])
	})

	it('belongs to a deleted account', async () => {
		const { account, calls } = await aMember()
		await push.aPhone(calls)
		const data = (await calls.get('/api/perfil/datos/')).json()
		expect(data.dispositivos_avisados).toMatchObject([{ endpoint: expect.any(String), tipos: expect.any(Array) }])
		const payload = { password: 'una-clave-segura' }
		expect((await calls.send('POST', '/api/perfil/eliminar/', payload)).statusCode).toBeLessThan(300)
		const { rows } = await shop.database.db.execute(
			sql`select 1 from suscripciones_push where usuario_id = ${account.id}`,
		)
		expect(rows).toEqual([])
	})
})

describe('the answer of a push service', () => {
	it.each(['404', '410'])('%s deletes the device of a vanished browser', async (code) => {
		const { calls } = await aMember()
		const phone = await push.aPhone(calls)
		await push.answerWith(code)
		await notifyOfCase()
		await shop.drainJobs()
		expect(await devicesOf(calls)).toEqual([])
		expect(await push.arrivedAt(phone)).toEqual([])
	})

	it.each(['429', '500'])('%s retries the notice, which arrives once', async (code) => {
		const { calls } = await aMember()
		const phone = await push.aPhone(calls)
		await push.answerWith(code)
		await notifyOfCase()
		await shop.drainJobs()
		expect(await devicesOf(calls)).toMatchObject([{ ultimo_ok_at: null, ultimo_fallo_at: expect.any(String) }])
		await push.answerWith('201')
		await shop.retryJobs()
		await shop.retryJobs()
		expect(await push.arrivedAt(phone)).toHaveLength(1)
		expect(await devicesOf(calls)).toMatchObject([{ ultimo_ok_at: expect.any(String) }])
	})

	it('413 neither retries nor deletes the device', async () => {
		const { calls } = await aMember()
		const phone = await push.aPhone(calls)
		await push.answerWith('413')
		await notifyOfCase()
		await shop.drainJobs()
		await push.answerWith('201')
		await shop.retryJobs()
		expect(await push.arrivedAt(phone)).toEqual([])
		expect(await devicesOf(calls)).toMatchObject([{ ultimo_fallo_at: expect.any(String) }])
	})

	it('missing altogether drops the notice after its time', async () => {
		const { calls } = await aMember()
		const phone = await push.aPhone(calls)
		await push.answerWith('500')
		const clave = await notifyOfCase()
		await shop.drainJobs()
		await push.answerWith('201')
		const created_at = new Date(Date.now() - pushSeconds.caso * 1000)
		await shop.database.db.update(avisos).set({ created_at }).where(eq(avisos.clave, clave))
		await shop.retryJobs()
		expect(await push.arrivedAt(phone)).toEqual([])
	})
})

describe('a test notice', () => {
	const test = async (calls: StaffCalls, id: string) =>
		(await calls.send('POST', `/api/admin_avisos/${id}/probar/`)).json()

	it('reports its result', async () => {
		const { calls } = await aMember()
		const phone = await push.aPhone(calls)
		expect(await test(calls, phone.id)).toEqual({ resultado: 'enviado', estado: 201 })
		expect(await push.arrivedAt(phone)).toMatchObject([{ notification: { title: 'Aviso de prueba' }, ttl: 300 }])
		await push.answerWith('413')
		expect(await test(calls, phone.id)).toEqual({ resultado: 'rechazado', estado: 413 })
		await push.answerWith('500')
		expect(await test(calls, phone.id)).toEqual({ resultado: 'sin_respuesta', estado: 500 })
		await push.answerWith('201')
		await push.leave(phone)
		expect(await test(calls, phone.id)).toEqual({ resultado: 'vencido', estado: 410 })
		expect(await devicesOf(calls)).toEqual([])
	})
})

it('notifies once of an order that is paid twice', async () => {
	const phone = await push.aPhone(boss, ['orden_pagada'])
	const pay = async (order: OrderRow) =>
		await inTransaction((tx) =>
			transitionOrder(shop.payments, tx, order, { estado: 'pagada', actorId: null, why: 'pago_confirmado' }),
		)
	const order = await placed()
	await pay(order)
	await shop.database.db.update(ordenes).set({ estado: 'pendiente' }).where(eq(ordenes.id, order.id))
	await pay(await orderRow(shop, order.id))
	await shop.drainJobs()
	expect(await push.arrivedAt(phone)).toHaveLength(1)
})
