import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import { openPostgres } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import {
	aCustomer,
	anOrder,
	aPlacedOrder,
	brokenLedgers,
	cartLine,
	orderRow,
	sendOrder,
	stockOf,
	type TestCustomer,
} from '#tests/shop-helpers.ts'
import { callsWith, onVersion, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

// The embedded database has one connection; only a server shows real concurrency.
const rounds = 5

let postgres: PostgresServer
let shop: TestShop
let boss: StaffCalls
let second: StaffCalls
let secondEmail: string

beforeAll(async () => {
	postgres = await startPostgres()
	const url = await postgres.createDatabase('equipo')
	shop = await openTestShop({
		database: await openPostgres(url, () => {
			// A broken connection appears as a failed call.
		}),
	})
	boss = await theBoss(shop)
	const marta = await aCustomer(shop, 'Marta')
	secondEmail = marta.email
	await setRights({ is_staff: true, is_superuser: true })
	second = callsWith(shop, marta.access)
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
	await postgres.stop()
})

async function setRights(rights: { is_staff: boolean; is_superuser: boolean }): Promise<void> {
	for (const email of [secondEmail, staffLogin.email]) {
		await shop.database.db.update(usuarios).set(rights).where(eq(usuarios.email, email))
	}
}

async function idOf(email: string): Promise<number> {
	const [user] = await shop.database.db.select().from(usuarios).where(eq(usuarios.email, email))
	return user?.id ?? 0
}

async function deleteAccount({ access, password }: TestCustomer) {
	return await callsWith(shop, access).send('POST', '/api/perfil/eliminar/', { password })
}

it('a customer can delete the account without waiting for staff who edit it', async () => {
	const eva = await aCustomer(shop, 'Eva')
	const bossId = await idOf(staffLogin.email)
	await shop.database.db.transaction(async (tx) => {
		await writeAudit(tx, { tipo: 'usuario', ref: bossId, usuario_id: bossId, accion: 'editado', campo: 'is_staff' })
		expect((await deleteAccount(eva)).statusCode).toBe(204)
	})
})

it('an order that waits for a product with a changed price is rejected with the new total, and reserves no unit', async () => {
	const { db } = shop.database
	const buyer = await aCustomer(shop, 'Eva')
	const isNegro = eq(productos.color, 'Negro')
	const before = await stockOf(shop, 'Negro')
	const placed = await db.transaction(async (tx) => {
		await tx.update(productos).set({ precio: 30_990 }).where(isNegro)
		const order = sendOrder(shop, buyer, anOrder({ metodo_pago: 'efectivo' }))
		await expect.poll(() => waitingFor(/from "productos".* for /s)).toBe(1)
		return { order }
	})
	expect((await placed.order).json()).toMatchObject({ code: 'total_cambio', total: 30_990 })
	expect(await stockOf(shop, 'Negro')).toBe(before)
	const dearer = anOrder({ carrito: [cartLine('Negro', 1, 30_990)], metodo_pago: 'efectivo' })
	expect((await sendOrder(shop, buyer, dearer)).statusCode).toBe(200)
	await db.update(productos).set({ precio: 29_990 }).where(isNegro)
})

/** Number of connections that wait for a lock in such a statement. */
async function waitingFor(statement: RegExp): Promise<number> {
	const { rows } = await shop.database.db.execute<{ query: string }>(
		sql`select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
	)
	return rows.filter(({ query }) => statement.test(query)).length
}

describe('two parallel members of staff', () => {
	it('cannot refund more of a transfer by hand than was paid', async () => {
		const ana = await aCustomer(shop)
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		const path = `/api/admin_ordenes/${order.orden_id}`
		await boss.send('POST', `${path}/confirmar_transferencia/`)
		const refund = { monto: 20_000, medio: 'transferencia', fecha: dayIn(shop.clock.now()) }
		const answers = await Promise.all(
			[boss, second, boss, second].map((staff) =>
				staff.send('POST', `${path}/devolver_a_mano/`, refund, { 'idempotency-key': randomUUID() }),
			),
		)
		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422])
		expect((await boss.get(`${path}/`)).json()).toMatchObject({ devolvible_a_mano: 9990 })
	})

	it("cannot remove each other's rights: one of them stays", async () => {
		const [bossId, secondId] = [await idOf(staffLogin.email), await idOf(secondEmail)]
		for (let round = 0; round < rounds; round++) {
			const answers = await Promise.all([
				boss.send('PUT', `/api/admin_usuarios/${secondId}/`, { is_staff: false }),
				second.send('PUT', `/api/admin_usuarios/${bossId}/`, { is_staff: false }),
			])
			expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1)
			const staff = await shop.database.db.select().from(usuarios).where(eq(usuarios.is_staff, true))
			expect(staff.length).toBe(1)
			await setRights({ is_staff: true, is_superuser: true })
		}
	})

	it('cannot both delete their accounts: one of them stays', async () => {
		const [ema, eva] = [await aCustomer(shop, 'Ema'), await aCustomer(shop, 'Eva')]
		await setRights({ is_staff: false, is_superuser: false })
		for (const { email } of [ema, eva]) {
			await shop.database.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, email))
		}
		const answers = await Promise.all([ema, eva].map(deleteAccount))
		expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
		await setRights({ is_staff: true, is_superuser: true })
	})

	it('move stock once when both change the state of an order', async () => {
		const customer = await aCustomer(shop)
		const before = await stockOf(shop, 'Negro')
		for (let round = 0; round < rounds; round++) {
			const { orden_id } = await aPlacedOrder(shop, customer, {
				metodo_pago: 'efectivo',
				carrito: [cartLine('Negro', 2)],
			})
			const url = `/api/admin_ordenes/${orden_id}`
			const answers = await Promise.all([
				boss.send('PUT', `${url}/`, { estado: 'cancelado' }, onVersion(1)),
				second.send('PUT', `${url}/`, { estado: 'fallida' }, onVersion(1)),
				boss.send('POST', `${url}/cancelar/`),
				second.send('POST', `${url}/cancelar/`),
			])
			for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
			expect((await orderRow(shop, orden_id)).stock_tomado).toBe(false)
			expect(await stockOf(shop, 'Negro')).toBe(before)
		}
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('refund no more than the paid amount, and once for each click', async () => {
		const order = await aPlacedOrder(shop, await aCustomer(shop))
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		const refund = (calls: StaffCalls, monto: number, key: string) =>
			calls.send(
				'POST',
				`/api/admin_ordenes/${order.orden_id}/devolver/`,
				{ monto, motivo: 'producto con falla' },
				{ 'idempotency-key': key },
			)
		const key = randomUUID()
		await Promise.all([
			refund(boss, 10_000, key),
			refund(boss, 10_000, key),
			...Array.from({ length: 6 }, () => refund(second, 10_000, randomUUID())),
		])
		const rows = await shop.database.db.select().from(devoluciones).where(eq(devoluciones.orden_id, order.orden_id))
		expect(rows.map(({ monto }) => monto)).toEqual([10_000, 10_000])
		expect((await refund(boss, 9990, randomUUID())).statusCode).toBe(200)
	})

	it('adjust the same stock without losing a unit', async () => {
		const product = (await boss.get('/api/admin_productos/?q=celeste')).json().results[0]
		const adjust = (calls: StaffCalls, key: string) =>
			calls.send(
				'POST',
				`/api/admin_productos/${product.id}/ajustar/`,
				{ cantidad: 3, nota: 'llegó una caja' },
				{ 'idempotency-key': key },
			)
		const key = randomUUID()
		await Promise.all([
			adjust(boss, key),
			adjust(boss, key),
			adjust(boss, key),
			adjust(second, key),
			adjust(second, 'otra-caja'),
		])
		expect(await stockOf(shop, 'Celeste')).toBe(product.stock + 9)
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('create a product once', async () => {
		const make = (calls: StaffCalls) =>
			calls.send('POST', '/api/admin_productos/', { nombre: 'Resorte', sku: 'RES', color: '', precio: 990, stock: 3 })
		const answers = await Promise.all([make(boss), make(second), make(boss)])
		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
	})

	it("edit the same total from one version: the second gets a conflict with the first's value", async () => {
		const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'efectivo' })
		const edit = (calls: StaffCalls, total: number) =>
			calls.send('PUT', `/api/admin_ordenes/${orden_id}/`, { total }, onVersion(1))
		const answers = await Promise.all([edit(boss, 1000), edit(second, 2000)])
		const [lost] = answers.filter(({ statusCode }) => statusCode === 409)
		const [row] = await shop.database.db.select().from(ordenes).where(eq(ordenes.id, orden_id))
		expect(lost?.json()).toMatchObject({ code: 'version_distinta', actual: { total: row?.total } })
	})

	it('sell the last bottle once, whoever enters it, and one sale of two equal presses', async () => {
		const before = await stockOf(shop, 'Blanco')
		const product = (await boss.get('/api/admin_productos/?q=blanco')).json().results[0]
		const spare = { cantidad: 1 - before, nota: 'queda una' }
		const key = { 'idempotency-key': randomUUID() }
		await boss.send('POST', `/api/admin_productos/${product.id}/ajustar/`, spare, key)
		const sell = (calls: StaffCalls, clave: string) => {
			const { metodo_pago: _, ...order } = anOrder({ carrito: [cartLine('Blanco')] })
			const sale = { ...order, forma: 'entregada', nombre: 'Rosa', email: 'rosa@correo.cl' }
			return calls.send('POST', '/api/admin_ventas/', sale, { 'idempotency-key': clave })
		}
		const buyer = await aCustomer(shop, 'Eva')
		const bought = sendOrder(shop, buyer, anOrder({ carrito: [cartLine('Blanco')], metodo_pago: 'efectivo' }))
		const sold = await Promise.all([sell(boss, 'una'), sell(boss, 'una'), sell(second, 'otra'), bought])
		const made = sold.flatMap((answer) => (answer.statusCode === 200 ? [answer.json().orden_id] : []))
		expect(new Set(made).size).toBe(1)
		expect(await stockOf(shop, 'Blanco')).toBe(0)
		expect(await brokenLedgers(shop)).toEqual([])
	})
})
