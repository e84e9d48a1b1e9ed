import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Files } from '#core/server/files/files.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { comprobantes, devoluciones, intentosPago } from '#modules/orders/payment-tables.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { anonymizeClosedOrders } from '#modules/privacy/server/anonymize-orders.ts'
import { createEnqueueMail } from '#shop/server/mail/send-mail.ts'
import { aPastOrder } from '#tests/accounts/a-past-order.ts'
import { goodPassword, openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

let shop: Awaited<ReturnType<typeof openTestAccounts>>
beforeAll(async () => {
	shop = await openTestAccounts()
})
afterAll(() => shop.close())

const eliminate = (access: string, password = goodPassword) =>
	shop.call('POST', '/api/perfil/eliminar/', { password }, access)
const orderOf = async (id: string) => (await shop.db.select().from(ordenes).where(eq(ordenes.id, id)))[0]
const anonymizeClosed = () => {
	const files: Files = {
		put: async () => undefined,
		get: async () => undefined,
		open: async () => undefined,
		delete: async () => undefined,
	}
	return anonymizeClosedOrders({ db: shop.db, clock: shop.clock, files, hooks })
}
const personal = /ana|rojas|providencia|912345678|correo\.cl|-33\.43/i

describe('deleteAccount', () => {
	it('requires the password again', async () => {
		const ana = await shop.aCustomer('duda@correo.cl')
		const answer = await eliminate(ana.access, 'otra contraseña')
		expect(answer.statusCode).toBe(422)
		expect((await shop.call('GET', '/api/perfil/', undefined, ana.access)).statusCode).toBe(200)
	})

	it('removes the person from every table and keeps the amounts', async () => {
		const ana = await shop.aCustomer('ana@correo.cl')
		const order = await aPastOrder(shop.db, ana.email, { estado: 'completado' })
		await shop.call('POST', '/api/auth/password-reset/', { email: ana.email })
		expect((await eliminate(ana.access)).statusCode).toBe(204)

		expect((await shop.call('GET', '/api/perfil/', undefined, ana.access)).statusCode).toBe(401)
		expect((await shop.call('POST', '/api/token/refresh/', { refresh: ana.refresh })).statusCode).toBe(401)
		expect((await shop.logIn(ana.email)).statusCode).toBe(401)
		const kept = await orderOf(order.id)
		expect(kept).toMatchObject({ total: 63_480, subtotal: 59_980, despacho: 3500, estado: 'completado' })
		expect(JSON.stringify(kept)).not.toMatch(personal)
		const [account] = await shop.db
			.select()
			.from(usuarios)
			.where(eq(usuarios.id, kept?.user ?? 0))
		expect(account).toMatchObject({ is_active: false, password_hash: null, carrito: null, first_name: '' })
		expect(JSON.stringify(account)).not.toMatch(personal)
		const mails = await shop.db.select().from(correos).where(eq(correos.orden_id, order.id))
		expect(JSON.stringify(mails)).not.toMatch(personal)
		expect(mails[0]?.enviado_at).not.toBeNull()
		expect(await shop.db.select().from(comprobantes).where(eq(comprobantes.orden_id, order.id))).toEqual([])
		expect(shop.deletedFiles).toContain(`comprobantes/${order.id}.webp`)
	})

	it('removes addresses and text of staff from the history of an order, and keeps the actions', async () => {
		const ana = await shop.aCustomer('historia@correo.cl')
		const order = await aPastOrder(shop.db, ana.email, { estado: 'cancelado' })
		const [staff] = await shop.db.select().from(usuarios).where(eq(usuarios.email, 'duda@correo.cl'))
		const line = { tipo: 'orden', ref: order.id, usuario_id: staff?.id ?? 0, campo: null, antes: null } as const
		const requested = { ...line, accion: 'devolucion_pedida', despues: '990' } as const
		await shop.db.insert(auditoria).values([
			{ ...line, accion: 'editada', campo: 'email', antes: 'ana@correo.cl', despues: 'anita@correo.cl' },
			{ ...line, accion: 'editada', campo: 'total', antes: '63480', despues: '60000' },
			{ ...line, accion: 'correo_reenviado', detalle: 'orden_recibida', despues: 'anita@correo.cl' },
			{ ...line, accion: 'nota', despues: 'Ana Rojas llamó' },
			{ ...line, accion: 'cancelada', campo: 'estado', antes: 'pagada', despues: 'cancelado' },
			{ ...requested, detalle: 'Rojas se arrepintió' },
			{ ...requested, usuario_id: null, detalle: 'pago_doble' },
		])
		const refund = { gateway: 'flow', pago_id: '1', orden_id: order.id, monto: 990, estado: 'hecha' } as const
		await shop.db.insert(devoluciones).values([
			{ ...refund, id: randomUUID(), motivo: 'Rojas se arrepintió', usuario_id: line.usuario_id },
			{ ...refund, id: randomUUID(), motivo: 'pago_doble' },
		])
		await eliminate(ana.access)

		const { accion, campo, detalle, antes, despues } = auditoria
		const story = await shop.db
			.select({ accion, campo, detalle, antes, despues })
			.from(auditoria)
			.where(eq(auditoria.ref, order.id))
			.orderBy(auditoria.id)
		expect(story.map(Object.values)).toEqual([
			['editada', 'email', null, null, null],
			['editada', 'total', null, '63480', '60000'],
			['correo_reenviado', null, 'orden_recibida', null, null],
			['nota', null, null, null, null],
			['cancelada', 'estado', null, 'pagada', 'cancelado'],
			['devolucion_pedida', null, null, null, '990'],
			['devolucion_pedida', null, 'pago_doble', null, '990'],
		])
		const refunds = await shop.db.select().from(devoluciones).where(eq(devoluciones.orden_id, order.id))
		expect(refunds.map(({ motivo, monto }) => [motivo, monto]).toSorted()).toEqual([
			['', 990],
			['pago_doble', 990],
		])
	})

	it('lets the address register again, without the old orders', async () => {
		const ana = await shop.aCustomer('vuelve@correo.cl')
		await aPastOrder(shop.db, ana.email)
		await eliminate(ana.access)
		const again = await shop.aCustomer('vuelve@correo.cl')
		const profile = await shop.call('GET', '/api/perfil/', undefined, again.access)
		expect(profile.json()).toMatchObject({ email: 'vuelve@correo.cl', ordenes: [] })
	})

	it.each<[Estado, Estado]>([
		['pagada', 'completado'],
		['en_revision', 'cancelado'],
		['pendiente', 'fallida'],
	])('keeps the delivery data of an order that is %s until it is %s, and opens a case', async (estado, end) => {
		const ana = await shop.aCustomer(`${estado}@correo.cl`)
		const order = await aPastOrder(shop.db, ana.email, { estado })
		await eliminate(ana.access)
		expect(await orderOf(order.id)).toMatchObject({ telefono: '912345678', atencion: 'cuenta_eliminada' })
		const story = await shop.db.select().from(auditoria).where(eq(auditoria.ref, order.id))
		expect(story).toMatchObject([{ tipo: 'orden', accion: 'cuenta_eliminada' }])

		expect(await anonymizeClosed()).toBe(0)
		await shop.db.update(ordenes).set({ estado: end }).where(eq(ordenes.id, order.id))
		expect(await anonymizeClosed()).toBe(1)
		expect(JSON.stringify(await orderOf(order.id))).not.toMatch(personal)
		expect(await anonymizeClosed()).toBe(0)
	})

	it('keeps the delivery data of a failed order while its gateway is polled for a late payment', async () => {
		const ana = await shop.aCustomer('atrasada@correo.cl')
		const order = await aPastOrder(shop.db, ana.email, { estado: 'fallida' })
		const now = shop.clock.now()
		const attempt = { id: randomUUID(), gateway: 'flow', estado: 'vencido', monto: 63_480, expires_at: now } as const
		await shop.db.insert(intentosPago).values({ ...attempt, orden_id: order.id, consultar_at: now })
		await eliminate(ana.access)
		expect(await anonymizeClosed()).toBe(0)
		expect(await orderOf(order.id)).toMatchObject({ nombre: 'Ana Rojas', telefono: '912345678' })

		await shop.db.update(intentosPago).set({ consultar_at: null }).where(eq(intentosPago.id, attempt.id))
		expect(await anonymizeClosed()).toBe(1)
		expect(JSON.stringify(await orderOf(order.id))).not.toMatch(personal)
	})

	it("removes a staff account from mails about other customers' orders", async () => {
		const sofia = await shop.aCustomer('sofia@correo.cl')
		await shop.db
			.update(usuarios)
			.set({ is_staff: true })
			.where(inArray(usuarios.email, [sofia.email, 'duda@correo.cl']))
		const order = await aPastOrder(shop.db, 'duda@correo.cl')
		await shop.db.transaction((tx) =>
			notifyStaff({ mail: createEnqueueMail({ enqueue: async () => undefined }, randomUUID) }, tx, {
				clave: `comprobante_staff:${order.id}`,
				plantilla: 'comprobante_staff',
				orden_id: order.id,
				datos: { nro_orden: order.nro_orden },
			}),
		)
		expect((await eliminate(sofia.access)).statusCode).toBe(204)
		const mails = await shop.db.select().from(correos).where(eq(correos.orden_id, order.id))
		expect(mails).toHaveLength(3)
		expect(JSON.stringify(mails)).not.toMatch(/sofia/)
		await shop.db.update(usuarios).set({ is_staff: false }).where(eq(usuarios.email, 'duda@correo.cl'))
	})

	it('takes the account out of the mails that others got about it, and keeps what they say of others', async () => {
		const mara = await shop.aCustomer('mara@correo.cl')
		const change = { cambios: [{ campo: 'is_staff', despues: true }], es_propia: false, nombre: 'Mara' }
		const written = [
			{ plantilla: 'derechos_cambiados', datos: { ...change, cuenta: mara.email, quien: 'jefe@correo.cl' } },
			{ plantilla: 'dinero_cambiado', datos: { campo: 'x', antes: '1', despues: '2', quien: mara.email } },
			{ plantilla: 'derechos_cambiados', datos: { ...change, cuenta: 'otra@correo.cl', quien: null } },
		] as const
		const ids = written.map(() => randomUUID())
		await shop.db
			.insert(correos)
			.values(
				written.map((mail, n) => ({ id: ids[n] ?? '', clave: `mara:${n}`, destinatario: 'jefe@correo.cl', ...mail })),
			)
		expect((await eliminate(mara.access)).statusCode).toBe(204)
		const mails = await shop.db.select().from(correos).where(inArray(correos.id, ids)).orderBy(correos.clave)
		expect(mails.map(({ datos }) => datos)).toEqual([
			{ ...written[0].datos, cuenta: 'una cuenta eliminada', nombre: '' },
			{ ...written[1].datos, quien: 'una cuenta eliminada' },
			written[2].datos,
		])
		expect(mails.map(({ destinatario, enviado_at }) => [destinatario, enviado_at])).toEqual(
			Array(3).fill(['jefe@correo.cl', null]),
		)
		const all = await shop.db.select().from(correos)
		expect(JSON.stringify(all)).not.toContain(mara.email)
	})

	it('rejects the last active staff account, and one of two deleted at once', async () => {
		const [one, two] = [await shop.aCustomer('jefa@correo.cl'), await shop.aCustomer('jefe@correo.cl')]
		for (const { email } of [one, two]) {
			await shop.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, email))
		}
		const answers = await Promise.all([eliminate(one.access), eliminate(two.access)])
		expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([204, 409])
		const staff = await shop.db.select().from(usuarios).where(eq(usuarios.is_staff, true))
		expect(staff).toHaveLength(1)
	})
})

describe('exportData', () => {
	it("returns all data of the account, and no other account's data or secrets", async () => {
		const ana = await shop.aCustomer('datos@correo.cl')
		const eva = await shop.aCustomer('eva@correo.cl')
		const order = await aPastOrder(shop.db, ana.email)
		const foreign = await aPastOrder(shop.db, eva.email)
		for (const { id } of [order, foreign]) {
			const note = { tipo: 'orden', ref: id, accion: 'nota', despues: `Nota de ${id}` } as const
			await shop.db.insert(auditoria).values(note)
		}
		const answer = await shop.call('GET', '/api/perfil/datos/', undefined, ana.access)
		expect(answer.headers['content-disposition']).toBe('attachment; filename="mis-datos.json"')
		expect(answer.json()).toMatchObject({
			cuenta: { nombre: 'Ana', email: ana.email },
			ordenes: [{ id: order.id, telefono: '912345678', comuna: 'Providencia', carrito: [{ cantidad: 2 }] }],
			comprobantes: [{ orden_id: order.id }],
			notas: [{ orden_id: order.id, texto: `Nota de ${order.id}` }],
			correos: [{ plantilla: 'orden_recibida' }],
		})
		expect(answer.json<{ sesiones: unknown[] }>().sesiones).toHaveLength(1)
		for (const secret of ['argon2', 'refresh_hash', foreign.id, eva.email]) expect(answer.body).not.toContain(secret)
	})

	it('returns every order and its proof, also beyond one batch', async () => {
		const rosa = await shop.aCustomer('muchas@correo.cl')
		const ids: string[] = []
		for (let n = 0; n < 203; n++) ids.push((await aPastOrder(shop.db, rosa.email)).id)
		const answer = await shop.call('GET', '/api/perfil/datos/', undefined, rosa.access)
		expect(answer.headers['content-type']).toContain('application/json')
		const { ordenes, comprobantes } = answer.json<Record<'ordenes' | 'comprobantes', Record<string, unknown>[]>>()
		expect(ordenes.map(({ id }) => String(id)).toSorted()).toEqual(ids.toSorted())
		expect(new Set(comprobantes.map(({ orden_id }) => orden_id)).size).toBe(203)
		expect(ordenes.every(({ carrito }) => Array.isArray(carrito) && carrito.length > 0)).toBe(true)
	})
})
