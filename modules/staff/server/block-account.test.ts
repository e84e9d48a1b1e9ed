import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { correos } from '#modules/orders/tables.ts'
import { grantStaff } from '#modules/staff/server/rights.ts'
import type { StaffUser } from '#modules/staff/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, aPlacedOrder, logIn, orderRow, sendOrder, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
let boss = await theBoss(shop)

async function idOf(email: string) {
	const [row] = await shop.database.db.select({ id: usuarios.id }).from(usuarios).where(eq(usuarios.email, email))
	return row?.id ?? 0
}
const setBlock = async ({ email }: { email: string }, bloqueada: boolean, motivo = 'Lo pidió') =>
	await boss.send('PUT', `/api/admin_usuarios/${await idOf(email)}/bloqueo/`, { bloqueada, motivo })
const listed = async (query: string) =>
	(await boss.get(`/api/admin_usuarios/?${query}`)).json<{ results: StaffUser[] }>().results
const templatesTo = async ({ email }: { email: string }) =>
	(await shop.database.db.select().from(correos).where(eq(correos.destinatario, email))).map(
		({ plantilla }) => plantilla,
	)
const pay = async (customer: TestCustomer, orderId: string) => {
	const { access } = await logIn(shop, customer.email, customer.password)
	return await callsWith(shop, access).send('POST', `/api/ordenes/${orderId}/pagar/`)
}
async function waitMinutes(minutes: number) {
	shop.clock.advanceMinutes(minutes)
	await expireOrders(shop.payments)
	boss = await theBoss(shop)
}

describe('a blocked account', () => {
	it('places no order, and pays none again, also by the mailed link, until the block is lifted', async () => {
		const ana = await aCustomer(shop, 'Ana')
		const placed = await aPlacedOrder(shop, ana)
		await waitMinutes(61)
		expect((await setBlock(ana, true)).statusCode).toBe(200)
		const session = { ...ana, ...(await logIn(shop, ana.email, ana.password)) }
		const order = () => sendOrder(shop, session, anOrder({ metodo_pago: 'efectivo' }))
		expect((await order()).json()).toMatchObject({
			code: 'cuenta_bloqueada',
			error: expect.stringMatching(/bloqueada/),
		})
		expect((await pay(ana, placed.orden_id)).json().code).toBe('cuenta_bloqueada')
		await shop.drainJobs()
		const mail = shop.inbox.mails().find(({ to }) => to === ana.email)
		const [link] = /\/orden\/[\w.-]+/.exec(mail?.text ?? '') ?? []
		const byLink = () => shop.app.inject({ method: 'POST', url: `/api${link}/pagar/` })
		expect((await byLink()).json().code).toBe('cuenta_bloqueada')
		await setBlock(ana, false)
		expect((await order()).statusCode).toBe(200)
		expect((await byLink()).statusCode).toBe(200)
	})

	it('still gets the answer of an order that was placed before, when its request is repeated', async () => {
		const bea = await aCustomer(shop, 'Bea')
		const key = randomUUID()
		const body = anOrder({ metodo_pago: 'efectivo' })
		const first = await sendOrder(shop, bea, body, key)
		await setBlock(bea, true)
		expect((await sendOrder(shop, bea, body, key)).json()).toEqual(first.json())
	})

	it('is mailed about its orders and what its owner asks for, and reminded of no payment', async () => {
		const caro = await aCustomer(shop, 'Caro')
		await proveAddress(shop, caro.email)
		const cash = await aPlacedOrder(shop, caro, { metodo_pago: 'efectivo' })
		await aPlacedOrder(shop, caro, { metodo_pago: 'transferencia', telefono: '911111111' })
		await setBlock(caro, true)
		const before = (await templatesTo(caro)).length
		await waitMinutes(47 * 60)
		expect(await templatesTo(caro)).toHaveLength(before)
		await boss.send('POST', `/api/admin_ordenes/${cash.orden_id}/cancelar/`, {}, { 'idempotency-key': randomUUID() })
		expect((await orderRow(shop, cash.orden_id)).estado).toBe('cancelado')
		await shop.app.inject({ method: 'POST', url: '/api/auth/password-reset/', payload: { email: caro.email } })
		const { access } = await logIn(shop, caro.email, caro.password)
		await callsWith(shop, access).send('POST', '/api/perfil/solicitudes/', { derecho: 'acceso', texto: '' })
		const after = (await templatesTo(caro)).slice(before)
		expect(after.toSorted()).toEqual(['orden_cancelada', 'recuperar_clave', 'solicitud_recibida'])
	})

	it('is not asked to finish an order that was not paid, by mail or on the first screen', async () => {
		const [dora, elsa] = [await aCustomer(shop, 'Dora'), await aCustomer(shop, 'Elsa')]
		for (const one of [dora, elsa]) await proveAddress(shop, one.email)
		const unpaid = await aPlacedOrder(shop, dora, { telefono: '922222222' })
		const other = await aPlacedOrder(shop, elsa, { telefono: '933333333' })
		await setBlock(dora, true)
		await waitMinutes(61)
		expect(await templatesTo(dora)).not.toContain('pago_sin_terminar')
		expect(await templatesTo(elsa)).toContain('pago_sin_terminar')
		const list = await boss.get('/api/admin_listar_ordenes/?pago_en_linea=sin_terminar')
		const ids = list.json<{ results: { id: string }[] }>().results.map(({ id }) => id)
		expect(ids).toContain(other.orden_id)
		expect(ids).not.toContain(unpaid.orden_id)
		expect((await boss.get(`/api/admin_ordenes/${unpaid.orden_id}/`)).json().cliente).toMatchObject({ bloqueada: true })
	})

	it('is in the list of accounts only when the blocked ones are asked for, with since when and why', async () => {
		const fran = await aCustomer(shop, 'Fran')
		const q = `q=${fran.email}`
		expect((await listed(q))[0]).not.toHaveProperty('bloqueo')
		expect((await setBlock(fran, true)).json().bloqueo).toMatchObject({ motivo: 'Lo pidió' })
		expect(await listed(q)).toEqual([])
		const [row] = await listed(`${q}&bloqueadas=true`)
		expect(row).toMatchObject({ email: fran.email, bloqueo: { motivo: 'Lo pidió', desde: expect.any(String) } })
		await setBlock(fran, false)
		expect(await listed(`${q}&bloqueadas=true`)).toEqual([])
		expect(await listed(q)).toHaveLength(1)
	})

	it('is opened by its owner, who reads its orders, and downloads and deletes its data', async () => {
		const gina = await aCustomer(shop, 'Gina')
		await aPlacedOrder(shop, gina, { metodo_pago: 'efectivo', telefono: '944444444' })
		await setBlock(gina, true)
		const calls = callsWith(shop, (await logIn(shop, gina.email, gina.password)).access)
		expect((await calls.get('/api/perfil/')).json().ordenes).toHaveLength(1)
		expect((await calls.get('/api/perfil/solicitudes/')).json().bloqueada_at).toEqual(expect.any(String))
		expect((await calls.get('/api/perfil/datos/')).json().cuenta).toMatchObject({ bloqueo_motivo: 'Lo pidió' })
		const id = await idOf(gina.email)
		const deleted = await calls.send('POST', '/api/perfil/eliminar/', { password: gina.password })
		expect(deleted.statusCode).toBe(204)
		const [row] = await shop.database.db.select().from(usuarios).where(eq(usuarios.id, id))
		expect(row).toMatchObject({ bloqueada_at: null, bloqueo_motivo: null })
	})

	it('gets no rights of the team', async () => {
		const hilda = await aCustomer(shop, 'Hilda')
		await setBlock(hilda, true)
		const edited = await boss.send('PUT', `/api/admin_usuarios/${await idOf(hilda.email)}/`, { is_staff: true })
		expect(edited.json().code).toBe('accion_no_corresponde')
		const deps = { ...shop.payments, links: { tokenOf: () => '' } }
		expect(await grantStaff(deps, hilda.email)).toMatchObject({ ok: false })
	})
})

describe('a block', () => {
	it('is audited once, however often it is asked for', async () => {
		const ivo = await aCustomer(shop, 'Ivo')
		const id = await idOf(ivo.email)
		await Promise.all([setBlock(ivo, true), setBlock(ivo, true)])
		await setBlock(ivo, false)
		const log = (await boss.get(`/api/admin_auditoria/?tipo=usuario&id=${id}`)).json<{
			results: { accion: string }[]
		}>()
		expect(log.results.map(({ accion }) => accion)).toEqual(['cuenta_desbloqueada', 'cuenta_bloqueada'])
	})

	it('needs staff with a fresh proof, and an account that is not of the team', async () => {
		const julia = await aCustomer(shop, 'Julia')
		const url = `/api/admin_usuarios/${await idOf(julia.email)}/bloqueo/`
		const body = { bloqueada: true, motivo: '' }
		expect((await callsWith(shop, julia.access).send('PUT', url, body)).statusCode).toBe(403)
		expect((await boss.send('PUT', '/api/admin_usuarios/9999999/bloqueo/', body)).statusCode).toBe(404)
		const [member] = await shop.database.db.select().from(usuarios).where(eq(usuarios.is_staff, true))
		const ofTeam = await boss.send('PUT', `/api/admin_usuarios/${member?.id}/bloqueo/`, body)
		expect(ofTeam.json().code).toBe('accion_no_corresponde')
		shop.clock.advanceMinutes(11)
		expect((await boss.send('PUT', url, body)).json().code).toBe('identidad_requerida')
		boss = await theBoss(shop)
		expect((await boss.send('PUT', url, body)).statusCode).toBe(200)
	})
})
