import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '#server/db/database.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, anOrder, cartLine, sendOrder, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

let postgres: PostgresServer
let shop: TestShop

beforeAll(async () => {
	postgres = await startPostgres()
	const database = await openPostgres(await postgres.createDatabase('limites'), () => {})
	shop = await openTestShop({ database, limits: 'sold' })
	await database.db.execute(sql`update productos set stock = 500`)
	await database.db.execute(sql`update movimientos_stock set cantidad = 500`)
})
afterAll(async () => {
	expect(await findViolatedInvariants(shop.database, { isUnfinished: true })).toEqual([])
	await shop.stop()
	await postgres.stop()
})

const inParallel = (most: number, send: (n: number) => ReturnType<typeof sendOrder>) =>
	Promise.all(Array.from({ length: most }, (_, n) => send(n)))
const tally = (answers: Awaited<ReturnType<typeof sendOrder>>[]) =>
	Object.groupBy(answers, (answer) => (answer.statusCode === 200 ? 'placed' : String(answer.json().code)))
const unpaid = (changes: Parameters<typeof anOrder>[0]) => anOrder({ metodo_pago: 'efectivo', ...changes })

it('50 parallel orders of one account, each with another phone, are five', async () => {
	const before = await stockOf(shop, 'Negro')
	const ana = await aCustomer(shop, 'Ana')
	const { placed, limite_ordenes } = tally(
		await inParallel(50, (n) => sendOrder(shop, ana, unpaid({ telefono: `9100000${10 + n}` }))),
	)
	expect([placed?.length, limite_ordenes?.length]).toEqual([5, 45])
	expect(await stockOf(shop, 'Negro')).toBe(before - 5)
})

it('50 parallel orders of one phone, from ten accounts, are five', async () => {
	const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => aCustomer(shop, `Benja${n}`)))
	const { placed, limite_ordenes } = tally(
		await inParallel(50, (n) => sendOrder(shop, buyers[n % 10] as TestCustomer, unpaid({ telefono: '920000000' }))),
	)
	expect([placed?.length, limite_ordenes?.length]).toEqual([5, 45])
})

it('parallel orders of accounts and phones that cross hold sixty units of each at most, and never deadlock', async () => {
	const buyers = await Promise.all(Array.from({ length: 4 }, (_, n) => aCustomer(shop, `Caro${n}`)))
	const answers = await inParallel(48, (n) => {
		const telefono = `93000000${Math.floor(n / 4) % 4}`
		return sendOrder(shop, buyers[n % 4] as TestCustomer, unpaid({ telefono, carrito: [cartLine('Blanco', 18)] }))
	})
	for (const answer of answers) expect([200, 422]).toContain(answer.statusCode)
	const { rows } = await shop.database.db.execute<{ units: number }>(sql`
		select sum(l.cantidad)::int as units from ordenes o join orden_lineas l on l.orden_id = o.id
		where o.telefono like '93000000_' group by grouping sets ((o.usuario_id), (o.telefono))`)
	for (const { units } of rows) expect(units).toBeLessThanOrEqual(60)
})

it('a code for three orders discounts three of 30 parallel ones', async () => {
	await (await theBoss(shop)).send('PUT', '/api/admin_ajustes/cupon_usos/', { valor: 3 })
	const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => aCustomer(shop, `Dora${n}`)))
	const { placed, cupon_invalido } = tally(
		await inParallel(30, (n) => {
			const order = unpaid({ cupon: 'SHAKER5000', total: 24_990, telefono: `9400000${10 + n}` })
			return sendOrder(shop, buyers[n % 10] as TestCustomer, order)
		}),
	)
	expect([placed?.length, cupon_invalido?.length]).toEqual([3, 27])
})

it("staff's code for five orders, one of each customer, discounts five of 50 parallel ones", async () => {
	const terms = { codigo: 'RAPIDOS', tipo: 'porcentaje', valor: 10, minimo: 0, desde: null, hasta: null }
	const limits = { usos: 5, usos_cliente: 1, solo_primera: true }
	const boss = await theBoss(shop)
	expect((await boss.send('POST', '/api/admin_cupones/', { ...terms, ...limits })).statusCode).toBe(200)
	const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => aCustomer(shop, `Elsa${n}`)))
	const { placed, cupon_invalido } = tally(
		await inParallel(50, (n) => {
			const order = unpaid({ cupon: 'rapidos', total: 26_991, telefono: `9500000${10 + n}` })
			return sendOrder(shop, buyers[n % 10] as TestCustomer, order)
		}),
	)
	expect([placed?.length, cupon_invalido?.length]).toEqual([5, 45])
	const { rows } = await shop.database.db.execute<{ n: number }>(
		sql`select count(distinct usuario_id)::int as n from ordenes where cupon = 'RAPIDOS'`,
	)
	expect(rows[0]?.n).toBe(5)
})

it('two who change a setting for the first time at once take turns, and both stand in the audit log', async () => {
	const boss = await theBoss(shop)
	const set = (valor: number) => boss.send('PUT', '/api/admin_ajustes/cupon_usos_cliente/', { valor })
	const answers = await inParallel(8, (n) => set(n + 1))
	expect(answers.map((answer) => answer.json().version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
	const log = (await boss.get('/api/admin_auditoria/?tipo=ajuste&id=cupon_usos_cliente')).json()
	expect(log.count).toBe(8)
})
