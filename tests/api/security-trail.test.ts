import { and, eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { SecurityEntry } from '#modules/security-trail/shapes.ts'
import { eventosSeguridad } from '#modules/security-trail/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop, staffLogin } from '#tests/open-shop.ts'
import { aCustomer, logIn } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

async function trailOf(query: Record<string, string>): Promise<SecurityEntry[]> {
	const answer = await boss.get(`/api/admin_seguridad/?${new URLSearchParams(query)}`)
	expect(answer.statusCode).toBe(200)
	return answer.json().results
}

const kindsOf = (entries: readonly SecurityEntry[]) => entries.map(({ tipo }) => tipo).toSorted()

async function idOf(email: string): Promise<number> {
	const [account] = await shop.database.db.select().from(usuarios).where(eq(usuarios.email, email))
	return account?.id ?? 0
}

const tryPassword = (email: string, remoteAddress = '190.20.30.40') =>
	shop.app.inject({
		method: 'POST',
		url: '/api/token/',
		remoteAddress,
		payload: { username: email, password: 'equivocada' },
	})

it('gives an account what the trail stores of it, in the copy of its data', async () => {
	const [ana, other] = [await aCustomer(shop, 'Ana'), await aCustomer(shop, 'Otra')]
	await tryPassword(ana.email)
	await tryPassword(other.email)
	await trailOf({ cuenta: ana.email })
	const data = (await callsWith(shop, ana.access).get('/api/perfil/datos/')).json()
	const kinds = data.eventos_de_seguridad.map(({ tipo }: SecurityEntry) => tipo)
	expect(kinds.toSorted()).toEqual(['cuenta_creada', 'inicio_fallido', 'inicio_sesion'])
	expect(data.eventos_de_seguridad.find(({ tipo }: SecurityEntry) => tipo === 'cuenta_creada')).toEqual({
		tipo: 'cuenta_creada',
		red: expect.any(String),
		codigo: null,
		detalle: null,
		veces: 1,
		created_at: expect.any(String),
		ultima_at: expect.any(String),
	})
})

describe('the security trail', () => {
	it('records the registration, login, wrong password, refusal and password request of an account', async () => {
		const ana = await aCustomer(shop, 'Ana')
		await tryPassword(ana.email)
		await tryPassword(ana.email)
		await callsWith(shop, ana.access).get('/api/admin_usuarios/')
		await shop.app.inject({ method: 'POST', url: '/api/auth/password-reset/', payload: { email: ana.email } })
		await callsWith(shop, ana.access).get('/api/perfil/datos/')
		const entries = await trailOf({ cuenta: ana.email })
		expect(kindsOf(entries)).toEqual([
			'acceso_rechazado',
			'clave_pedida',
			'cuenta_creada',
			'datos_descargados',
			'inicio_fallido',
			'inicio_sesion',
		])
		expect(entries.find(({ tipo }) => tipo === 'inicio_fallido')).toMatchObject({
			usuario: ana.email,
			por: null,
			codigo: 'credenciales_invalidas',
			detalle: 'POST /api/token',
			veces: 2,
		})
		expect(entries.find(({ tipo }) => tipo === 'acceso_rechazado')).toMatchObject({
			codigo: 'solo_staff',
			detalle: 'GET /api/admin_usuarios',
		})
		expect(JSON.stringify(entries)).not.toContain('190.20.30')
	})

	it('can be filtered by kind, network, day and account number', async () => {
		const beto = await aCustomer(shop, 'Beto')
		await tryPassword(beto.email, '181.1.1.1')
		const [failure] = await trailOf({ cuenta: beto.email, tipo: 'inicio_fallido' })
		expect(failure).toBeDefined()
		const sameNetwork = await trailOf({ red: failure?.red ?? '' })
		expect(sameNetwork.map(({ id }) => id)).toEqual([failure?.id])
		expect(await trailOf({ cuenta: String(await idOf(beto.email)), tipo: 'inicio_fallido' })).toEqual([failure])
		expect(await trailOf({ cuenta: beto.email, hasta: '2020-01-01' })).toEqual([])
		expect((await trailOf({ cuenta: beto.email, desde: '2020-01-01' })).length).toBeGreaterThan(1)
		expect(await trailOf({ cuenta: 'nadie' })).toEqual([])
	})

	it('names who changed whose rights, once for each change', async () => {
		const paula = await aCustomer(shop, 'Paula')
		const id = await idOf(paula.email)
		await boss.send('PUT', `/api/admin_usuarios/${id}/`, { is_staff: true })
		await boss.send('PUT', `/api/admin_usuarios/${id}/`, { is_staff: true })
		const changes = await trailOf({ cuenta: paula.email, tipo: 'derechos_cambiados' })
		expect(changes).toMatchObject([{ usuario: paula.email, por: staffLogin.email, detalle: 'is_staff: sí', veces: 1 }])
		expect(await trailOf({ cuenta: staffLogin.email, tipo: 'derechos_cambiados' })).toEqual(changes)
	})

	it('records every export, including those of the audit log, with the chosen filters', async () => {
		const file = await boss.get('/api/admin_exportar/ordenes.csv?estado=pagada&nro_orden=camila')
		expect(file.statusCode).toBe(200)
		expect(await trailOf({ tipo: 'exportacion' })).toMatchObject([
			{ usuario: staffLogin.email, detalle: 'ordenes.csv' },
		])
		const [line] = await shop.database.db.select().from(auditoria).where(eq(auditoria.accion, 'exportado'))
		expect(line).toMatchObject({ tipo: 'usuario', detalle: 'ordenes.csv', despues: 'nro_orden=…, estado=pagada' })
	})

	it('records a session used from two places, a new password and a failed proof of identity', async () => {
		const dora = await aCustomer(shop, 'Dora')
		const refresh = () =>
			shop.app.inject({ method: 'POST', url: '/api/token/refresh/', payload: { refresh: dora.refresh } })
		// Without the cookie of its login a second use is no retry after a lost answer, but a copy.
		for (const status of [200, 401]) expect((await refresh()).statusCode).toBe(status)
		const calls = callsWith(shop, (await logIn(shop, dora.email, dora.password)).access)
		await calls.send('POST', '/api/perfil/clave/', { password: 'no es', new_password: 'otra clave segura' })
		await calls.send('POST', '/api/perfil/clave/', { password: dora.password, new_password: 'otra clave segura' })
		const kinds = kindsOf(await trailOf({ cuenta: dora.email }))
		expect(kinds).toEqual(expect.arrayContaining(['clave_cambiada', 'identidad_fallida', 'sesion_copiada']))
	})

	it('records a panel call with an invalid token, and none of an expired session', async () => {
		const refused = { tipo: 'acceso_rechazado' }
		const before = (await trailOf(refused)).length
		await callsWith(shop, 'inventada').get('/api/admin_casos/')
		const after = await trailOf(refused)
		expect(after).toHaveLength(before + 1)
		expect(after[0]).toMatchObject({ usuario: null, codigo: 'sesion_expirada', detalle: 'GET /api/admin_casos' })
		const old = ['{"alg":"HS256"}', '{"sub":"1","exp":1700000000}', 'x'].map((part) =>
			Buffer.from(part).toString('base64url'),
		)
		await callsWith(shop, old.join('.')).get('/api/admin_stock/')
		expect(await trailOf(refused)).toHaveLength(before + 1)
	})

	it('removes account and network when an account is deleted, also from rows not yet written', async () => {
		// The rows of one network per minute are limited.
		shop.clock.advanceMinutes(1)
		const eva = await aCustomer(shop, 'Eva')
		const id = await idOf(eva.email)
		await callsWith(shop, eva.access).send('POST', '/api/perfil/eliminar/', { password: eva.password })
		expect(await trailOf({ cuenta: String(id) })).toEqual([])
		const nobodys = and(isNull(eventosSeguridad.usuario_id), isNull(eventosSeguridad.red))
		const rows = await shop.database.db.select({ tipo: eventosSeguridad.tipo }).from(eventosSeguridad).where(nobodys)
		expect(rows.map(({ tipo }) => tipo).toSorted()).toEqual(['cuenta_creada', 'cuenta_eliminada', 'inicio_sesion'])
	})
})

it('lets people log in when the security trail cannot be written', async () => {
	const own = await openTestShop()
	const camila = await aCustomer(own, 'Camila')
	await own.database.db.execute(sql`alter table eventos_seguridad rename to lejos`)
	expect((await logIn(own, camila.email, camila.password)).access).toBeTruthy()
	await own.stop()
})

it('removes expired rows of the security trail in the nightly job', async () => {
	const { db } = shop.database
	const then = new Date('2020-01-01')
	const tooOld = { clave: 'vieja', veces: 1, created_at: then, ultima_at: then }
	await db.insert(eventosSeguridad).values({ ...tooOld, tipo: 'inicio_fallido' })
	await db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'limpiar', {}))
	await shop.drainJobs()
	expect(await db.$count(eventosSeguridad, eq(eventosSeguridad.clave, tooOld.clave))).toBe(0)
})
