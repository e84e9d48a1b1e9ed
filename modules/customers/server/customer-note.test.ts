import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { ListCustomersAnswer } from '#modules/customers/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, logIn, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

const idOf = async ({ email }: TestCustomer) => {
	const [account] = await shop.database.db.select().from(usuarios).where(eq(usuarios.email, email))
	return account?.id ?? 0
}
const write = (id: number, texto: string) => boss.send('PUT', `/api/admin_clientes/${id}/nota/`, { texto })
const shown = async ({ email }: TestCustomer) =>
	(await boss.get(`/api/admin_clientes/?q=${email}`)).json<ListCustomersAnswer>().results[0]?.nota

it('shows the last note on a customer in Clientes and in an order, with its author, and audits each change once', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const id = await idOf(ana)
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	expect(await shown(ana)).toBeNull()
	await write(id, 'Prefiere que la llamen')
	for (const texto of ['Llamar después de las 18', 'Llamar después de las 18'])
		expect((await write(id, texto)).json()).toMatchObject({ texto, usuario: staffLogin.email })
	expect(await shown(ana)).toMatchObject({ texto: 'Llamar después de las 18', usuario: staffLogin.email })
	const order = await boss.get(`/api/admin_ordenes/${orden_id}/`)
	expect(order.json().nota_cliente).toEqual(await shown(ana))
	const { resultados = [], results = resultados } = (await boss.get('/api/admin_auditoria/?tipo=usuario')).json()
	const notes = results.filter(({ accion }: { accion: string }) => accion === 'nota')
	expect(notes.map(({ antes, despues }: Record<string, string>) => [antes, despues])).toEqual([
		['Prefiere que la llamen', 'Llamar después de las 18'],
		['', 'Prefiere que la llamen'],
	])
	expect((await write(id, ' ')).json()).toBeNull()
	expect(await shown(ana)).toBeNull()
})

it('refuses a text over 500 characters, an unknown account, and a customer', async () => {
	const ana = await aCustomer(shop, 'Ana')
	expect((await write(await idOf(ana), 'x'.repeat(501))).statusCode).toBe(400)
	expect((await write(999_999, 'Nadie')).statusCode).toBe(404)
	const { access } = await logIn(shop, ana.email, ana.password)
	const answer = await shop.app.inject({
		method: 'PUT',
		url: `/api/admin_clientes/${await idOf(ana)}/nota/`,
		headers: { authorization: `Bearer ${access}` },
		payload: { texto: 'Soy yo' },
	})
	expect(answer.statusCode).toBe(403)
})

it('belongs to the data of the customer, and is erased with the account', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const id = await idOf(ana)
	await write(id, 'Tiene un perro bravo')
	const calls = callsWith(shop, (await logIn(shop, ana.email, ana.password)).access)
	const data = (await calls.get('/api/perfil/datos/')).json()
	expect(data.notas_de_la_cuenta).toMatchObject([{ texto: 'Tiene un perro bravo' }])
	const deleted = await calls.send('POST', '/api/perfil/eliminar/', { password: ana.password })
	expect(deleted.statusCode).toBeLessThan(300)
	const rows = await shop.database.db.select().from(auditoria).where(eq(auditoria.accion, 'nota'))
	expect(JSON.stringify(rows)).not.toContain('perro')
	expect((await write(id, 'Otra vez')).statusCode).toBe(404)
})
