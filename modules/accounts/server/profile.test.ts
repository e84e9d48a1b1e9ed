import { eq, isNull } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import type { OwnOrdersAnswer } from '#modules/orders/shapes.ts'
import { aPastOrder } from '#tests/accounts/a-past-order.ts'
import { goodPassword, openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

let shop: Awaited<ReturnType<typeof openTestAccounts>>
beforeAll(async () => {
	shop = await openTestAccounts()
})
afterAll(() => shop.close())

const profileOf = async (access: string) =>
	(await shop.call('GET', '/api/perfil/', undefined, access)).json<ProfileAnswer>()

describe('the profile', () => {
	it('returns the newest 25 orders, and the others page by page', async () => {
		const [ana, eva] = [await shop.aCustomer('muchas@correo.cl'), await shop.aCustomer('ajena@correo.cl')]
		await aPastOrder(shop.db, eva.email)
		const ids: string[] = []
		for (let n = 0; n < 27; n++) {
			const created_at = new Date(Date.UTC(2026, 9, 1, n))
			ids.unshift((await aPastOrder(shop.db, ana.email, { created_at })).id)
		}
		const { ordenes, ordenes_total } = await profileOf(ana.access)
		expect(ordenes.map(({ id }) => id)).toEqual(ids.slice(0, 25))
		expect(ordenes_total).toBe(27)
		const page = async (n: number) =>
			(await shop.call('GET', `/api/perfil/ordenes/?page=${n}`, undefined, ana.access)).json<OwnOrdersAnswer>()
		expect((await page(2)).ordenes.map(({ id }) => id)).toEqual(ids.slice(25))
		expect(await page(3)).toEqual({ ordenes: [], ordenes_total: 27 })
	})

	it('returns the customer and their own orders, newest first, with lines and history', async () => {
		const ana = await shop.aCustomer('ana@correo.cl')
		const eva = await shop.aCustomer('eva@correo.cl')
		const old = await aPastOrder(shop.db, ana.email, { created_at: new Date('2026-10-01T12:00:00Z') })
		const recent = await aPastOrder(shop.db, ana.email, { created_at: new Date('2026-11-01T12:00:00Z') })
		await aPastOrder(shop.db, eva.email)
		const move = {
			tipo: 'orden',
			ref: old.id,
			accion: 'editada',
			campo: 'estado',
			antes: 'pendiente',
			despues: 'pagada',
		} as const
		await shop.db.insert(auditoria).values({ ...move, created_at: new Date('2026-10-02T12:00:00Z') })

		const profile = await profileOf(ana.access)
		expect(profile).toMatchObject({
			nombre: 'Ana',
			apellido: 'Rojas',
			direccion: '',
			is_staff: false,
			tiene_clave: true,
		})
		expect(profile.ordenes.map((order) => order.id)).toEqual([recent.id, old.id])
		expect(profile.ordenes[1]).toMatchObject({
			nro_orden: old.nro_orden,
			total: 63_480,
			user: expect.any(Number),
			comprobantes: [`orden-${old.nro_orden}-comprobante-1.webp`],
			comprobantes_descarga: [expect.stringMatching(/^\/api\/comprobantes\//)],
			carrito: [
				{
					nombre: 'Premium Shaker Electric 650 ML',
					color: 'Negro',
					precio: 29_990,
					cantidad: 2,
					imagen: '/negro.webp',
				},
			],
		})
		expect(profile.ordenes[1]?.historia.map(({ tipo, estado }) => [tipo, estado])).toEqual([
			['creada', null],
			['estado', 'pagada'],
			['comprobante', null],
		])
		expect((await profileOf(eva.access)).ordenes).toHaveLength(1)
	})
})

describe('the editable fields of the profile', () => {
	it('are name, phone and address only', async () => {
		const ana = await shop.aCustomer('edita@correo.cl')
		const changes = {
			nombre: ' Anita ',
			telefono: '+56 9 1234 5678',
			direccion: 'Los Leones 10, 3',
			is_staff: true,
			email: 'x@y.cl',
		}
		const answer = await shop.call('PATCH', '/api/perfil/', changes, ana.access)
		expect(answer.json()).toMatchObject({
			nombre: 'Anita',
			apellido: 'Rojas',
			telefono: '912345678',
			direccion: 'Los Leones 10, 3',
			email: ana.email,
			is_staff: false,
		})
		expect((await shop.call('PATCH', '/api/perfil/', { telefono: '' }, ana.access)).json()).toMatchObject({
			telefono: '',
		})
		const wrong = await shop.call('PATCH', '/api/perfil/', { telefono: '1234' }, ana.access)
		expect(wrong.statusCode).toBe(422)
		for (const malformed of [{ nombre: '' }, { nombre: 'a\u0000' }, { direccion: 'x'.repeat(301) }, { telefono: 5 }]) {
			expect((await shop.call('PATCH', '/api/perfil/', malformed, ana.access)).statusCode).toBe(400)
		}
	})

	it('include the cart, cleaned of invalid lines, for another device', async () => {
		const ana = await shop.aCustomer('carro@correo.cl')
		const line = {
			nombre: 'Shaker',
			sku: 'PREM-SHAKER-650',
			imagen: '/a.webp',
			color: 'Negro',
			precio: 29_990,
			cantidad: 1,
		}
		const sent = [line, { sku: 'x' }, 'nada', { ...line, color: 'Ros\u0000' }, { ...line, color: '\ud800' }]
		const answer = await shop.call('PUT', '/api/perfil/carrito', { carrito: sent }, ana.access)
		expect(answer.json()).toEqual({ carrito: [line] })
		const elsewhere = (await shop.logIn(ana.email)).json<{ access: string }>()
		expect((await profileOf(elsewhere.access)).carrito).toEqual([line])
		await shop.call('PUT', '/api/perfil/carrito/', { carrito: [] }, ana.access)
		expect((await profileOf(ana.access)).carrito).toEqual([])
	})
})

describe('the sessions of a customer', () => {
	it('are listed with the current one marked, and ended one by one', async () => {
		const ana = await shop.aCustomer('sesiones@correo.cl')
		const phone = (await shop.logIn(ana.email)).json<{ access: string }>()
		const list = async () =>
			(await shop.call('GET', '/api/perfil/sesiones/', undefined, ana.access)).json<{
				results: { id: string; actual: boolean; dispositivo: string }[]
			}>().results
		const sessions = await list()
		expect(sessions.map((session) => session.actual).toSorted()).toEqual([false, true])
		const other = sessions.find((session) => !session.actual)
		const ended = await shop.call('DELETE', `/api/perfil/sesiones/${other?.id}/`, undefined, ana.access)
		expect(ended.statusCode).toBe(204)
		expect((await shop.call('GET', '/api/perfil/', undefined, phone.access)).statusCode).toBe(401)
		expect(await list()).toHaveLength(1)
	})

	it('are ended by no other account', async () => {
		const ana = await shop.aCustomer('victima@correo.cl')
		const eva = await shop.aCustomer('curiosa@correo.cl')
		const [id] = ana.refresh.split('.')
		for (const requested of [id, crypto.randomUUID(), '1', '%00']) {
			const answer = await shop.call('DELETE', `/api/perfil/sesiones/${requested}/`, undefined, eva.access)
			expect(answer.statusCode).toBe(404)
		}
		expect((await profileOf(ana.access)).email).toBe(ana.email)
	})
})

describe('changePassword', () => {
	const change = (access: string, password: string, new_password = 'nueva contraseña') =>
		shop.call('POST', '/api/perfil/clave/', { password, new_password }, access)

	it('ends the other sessions, and issues new tokens to this one without a fresher proof', async () => {
		const ana = await shop.aCustomer('clave@correo.cl')
		const phone = (await shop.logIn(ana.email)).json<{ access: string }>()
		shop.mails.length = 0
		const provedAt = shop.clock.now()
		shop.clock.pass(600)
		const answer = await change(ana.access, goodPassword)
		expect(answer.statusCode).toBe(200)
		const open = await shop.db.select().from(sesiones).where(isNull(sesiones.revoked_at))
		const { sid } = decodeJwt<{ sid: string }>(ana.access)
		expect(open.find(({ id }) => id === sid)?.identidad_at).toEqual(provedAt)
		expect(shop.mails).toMatchObject([{ plantilla: 'clave_cambiada', destinatario: ana.email }])
		expect((await shop.call('GET', '/api/perfil/', undefined, phone.access)).statusCode).toBe(401)
		expect((await profileOf(answer.json<{ access: string }>().access)).email).toBe(ana.email)
		expect((await shop.logIn(ana.email, 'nueva contraseña')).statusCode).toBe(200)
		expect((await shop.logIn(ana.email)).statusCode).toBe(401)
	})

	it('requires the current password, and a new one within the rules', async () => {
		const ana = await shop.aCustomer('rechazo@correo.cl')
		expect((await change(ana.access, 'otra contraseña')).json()).toMatchObject({ code: 'clave_incorrecta' })
		expect((await change(ana.access, '')).json()).toMatchObject({ code: 'clave_incorrecta' })
		expect((await change(ana.access, goodPassword, 'corta')).json()).toMatchObject({ code: 'clave_corta' })
		expect((await change(ana.access, goodPassword, 'rechazo2026')).json()).toMatchObject({ code: 'clave_comun' })
		await shop.db.update(usuarios).set({ password_hash: null }).where(eq(usuarios.email, ana.email))
		expect((await change(ana.access, goodPassword)).json()).toMatchObject({ code: 'clave_incorrecta' })
	})
})

it('rejects every call of the profile without a session', async () => {
	const calls = [
		['GET', '/api/perfil/'],
		['PATCH', '/api/perfil/'],
		['PUT', '/api/perfil/carrito/'],
		['GET', '/api/perfil/sesiones/'],
		['DELETE', `/api/perfil/sesiones/${crypto.randomUUID()}/`],
		['GET', '/api/perfil/datos/'],
		['POST', '/api/perfil/clave/'],
		['POST', '/api/perfil/eliminar/'],
	] as const
	for (const [method, url] of calls) {
		const answer = await shop.call(method, url, method === 'GET' || method === 'DELETE' ? undefined : {})
		expect(answer.statusCode, `${method} ${url}`).toBe(401)
	}
})
