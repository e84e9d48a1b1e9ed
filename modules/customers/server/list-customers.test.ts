import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { ListCustomersAnswer } from '#modules/customers/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder, cartLine } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

const found = async (q: string) =>
	(await boss.get(`/api/admin_clientes/?q=${encodeURIComponent(q)}`)).json<ListCustomersAnswer>()

it('lists a customer with orders, what was paid less what was refunded, addresses and consent', async () => {
	const camila = await aCustomer(shop, 'Camila')
	const paid = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia', carrito: [cartLine('Negro', 2)] })
	await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
	await boss.send('POST', `/api/admin_ordenes/${paid.orden_id}/confirmar_transferencia/`)
	const { results, count } = await found(camila.email)
	expect(count).toBe(1)
	expect(results[0]).toMatchObject({ email: camila.email, telefono: '987654321', ordenes: 2, gastado: 59_980 })
	expect(results[0]).toMatchObject({ compras: 1, sin_pagar: 1 })
	const fecha = dayIn(shop.clock.now())
	const refund = { monto: 9_980, medio: 'transferencia', fecha, referencia: '' }
	const url = `/api/admin_ordenes/${paid.orden_id}/devolver_a_mano/`
	expect((await boss.send('POST', url, refund, { 'idempotency-key': crypto.randomUUID() })).statusCode).toBe(200)
	expect((await found(camila.email)).results[0]).toMatchObject({ gastado: 50_000 })
})

it('counts no purchase for orders that were never paid, or refunded in full', async () => {
	const luz = await aCustomer(shop, 'Luz')
	const returned = await aPlacedOrder(shop, luz, { metodo_pago: 'transferencia' })
	await aPlacedOrder(shop, luz, { metodo_pago: 'efectivo' })
	const cancelled = await aPlacedOrder(shop, luz, { metodo_pago: 'transferencia' })
	const act = (orden_id: string, what: string, body?: object) =>
		boss.send('POST', `/api/admin_ordenes/${orden_id}/${what}/`, body, { 'idempotency-key': crypto.randomUUID() })
	await act(cancelled.orden_id, 'cancelar', {})
	await act(returned.orden_id, 'confirmar_transferencia')
	const counts = { ordenes: 3, compras: 1, sin_pagar: 2, gastado: 29_990 }
	expect((await found(luz.email)).results[0]).toMatchObject(counts)
	const fecha = dayIn(shop.clock.now())
	const refund = { monto: 29_990, medio: 'transferencia', fecha, referencia: '' }
	expect((await act(returned.orden_id, 'devolver_a_mano', refund)).statusCode).toBe(200)
	expect((await found(luz.email)).results[0]).toMatchObject({ ...counts, compras: 0, gastado: 0 })
})

it('finds a customer by words of the name and by the last digits of the telephone of an order', async () => {
	const elena = await aCustomer(shop, 'Elena')
	await aPlacedOrder(shop, elena, { metodo_pago: 'efectivo', telefono: '961237890' })
	expect((await found('elen')).results.map(({ email }) => email)).toEqual([elena.email])
	expect((await found('6123 7890')).results.map(({ email }) => email)).toEqual([elena.email])
	expect((await found('nadie se llama asi')).count).toBe(0)
})

it('exports the customers to staff with a fresh proof alone, without the searched name in the audit log', async () => {
	const path = '/api/admin_exportar/clientes.csv?q=elena'
	const file = await boss.get(path)
	expect(file.statusCode).toBe(200)
	expect(file.body).toContain('nombre;email;telefono;rut')
	expect(file.body).toContain('961237890')
	const audit = await boss.get('/api/admin_auditoria/')
	expect(audit.body).toContain('clientes.csv')
	expect(audit.body).not.toContain('q=elena')
})

it('lists staff once they have ordered', async () => {
	const pedro = await aCustomer(shop, 'Pedro')
	await shop.database.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, pedro.email))
	expect((await found(pedro.email)).count).toBe(0)
	await aPlacedOrder(shop, pedro, { metodo_pago: 'efectivo' })
	expect((await found(pedro.email)).count).toBe(1)
})

it('leaves blocked customers out of the list and the file, except when only they are asked for', async () => {
	const quena = await aCustomer(shop, 'Quena')
	const { id } = (await found(quena.email)).results[0] ?? { id: 0 }
	const block = (bloqueada: boolean) => boss.send('PUT', `/api/admin_usuarios/${id}/bloqueo/`, { bloqueada })
	expect((await block(true)).statusCode).toBe(200)
	expect((await found(quena.email)).count).toBe(0)
	const blocked = await boss.get(`/api/admin_clientes/?bloqueadas=true&q=${quena.email}`)
	expect(blocked.json().results).toMatchObject([{ email: quena.email, bloqueo: { motivo: '' } }])
	const file = async () => (await boss.get('/api/admin_exportar/clientes.csv')).body
	expect(await file()).not.toContain(quena.email)
	await block(false)
	expect((await found(quena.email)).results[0]).not.toHaveProperty('bloqueo')
	expect(await file()).toContain(quena.email)
})
