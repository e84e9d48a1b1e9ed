import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '#core/server/db/database.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
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

it('five of 50 parallel orders of one account with different phones are accepted', async () => {
	const before = await stockOf(shop, 'Negro')
	const ana = await aCustomer(shop, 'Ana')
	const { placed, limite_ordenes } = tally(
		await inParallel(50, (n) => sendOrder(shop, ana, unpaid({ telefono: `9100000${10 + n}` }))),
	)
	expect([placed?.length, limite_ordenes?.length]).toEqual([5, 45])
	expect(await stockOf(shop, 'Negro')).toBe(before - 5)
})

it('five of 50 parallel orders of one phone from ten accounts are accepted', async () => {
	const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => aCustomer(shop, `Benja${n}`)))
	const { placed, limite_ordenes } = tally(
		await inParallel(50, (n) => sendOrder(shop, buyers[n % 10] as TestCustomer, unpaid({ telefono: '920000000' }))),
	)
	expect([placed?.length, limite_ordenes?.length]).toEqual([5, 45])
})

it('parallel orders of crossed accounts and phones reserve at most sixty units each, without a deadlock', async () => {
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

it('a staff code for five orders, one per customer, discounts five of 50 parallel ones', async () => {
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

describe('accounts with unverified addresses', () => {
	const from = (ip: string) => ({ remoteAddress: ip })
	const asBoss = async (key: string, valor: number) => {
		const answer = await (await theBoss(shop)).send('PUT', `/api/admin_ajustes/${key}/`, { valor })
		expect(answer.statusCode).toBe(200)
	}
	const buyersOf = (name: string, many: number) =>
		Promise.all(Array.from({ length: many }, (_, n) => aCustomer(shop, `${name}${n}`)))
	let phone = 960_000_000
	const later = (changes: Partial<PlaceOrderRequest> = {}) => unpaid({ telefono: String(phone++), ...changes })
	const unpaidOf = async (color: string) => {
		const { rows } = await shop.database.db.execute<{ units: number }>(sql`
			select coalesce(sum(l.cantidad), 0)::int as units from ordenes o join orden_lineas l on l.orden_id = o.id
			where o.stock_tomado and o.pagada_at is null and l.color = ${color}`)
		return rows[0]?.units ?? 0
	}

	it('have at most ten open orders of one network, from any account and address among 40 parallel orders', async () => {
		const buyers = await buyersOf('Red', 10)
		const { placed, confirma_correo } = tally(
			await inParallel(40, (n) =>
				sendOrder(shop, buyers[n % 10] as TestCustomer, later(), randomUUID(), from(`203.0.113.${n + 1}`)),
			),
		)
		expect([placed?.length, confirma_correo?.length]).toEqual([10, 30])
	})

	it('reserve at most forty units of one IPv6 network', async () => {
		const buyers = await buyersOf('Seis', 4)
		const { placed, confirma_correo } = tally(
			await inParallel(8, (n) =>
				sendOrder(
					shop,
					buyers[n % 4] as TestCustomer,
					later({ carrito: [cartLine('Celeste', 9)] }),
					randomUUID(),
					from(`2001:db8:1:1${n}::5`),
				),
			),
		)
		expect([placed?.length, confirma_correo?.length]).toEqual([4, 4])
	})

	it('reserve at most half of a colour together, from any number of networks in parallel', async () => {
		const buyers = await buyersOf('Parte', 20)
		const all = (await stockOf(shop, 'Rosado')) + (await unpaidOf('Rosado'))
		const answers = await inParallel(40, (n) => {
			const order = later({ carrito: [cartLine('Rosado', 18)] })
			return sendOrder(shop, buyers[n % 20] as TestCustomer, order, randomUUID(), from(`198.51.${n}.7`))
		})
		const { placed, confirma_correo } = tally(answers)
		expect((placed?.length ?? 0) + (confirma_correo?.length ?? 0)).toBe(40)
		const held = await unpaidOf('Rosado')
		expect(held).toBeLessThanOrEqual(all / 2)
		expect(held).toBeGreaterThan(all / 2 - 18)
	})

	it('can pay by gateway beyond the limit, and are not counted after verification', async () => {
		const [buyer] = (await buyersOf('Probada', 1)) as [TestCustomer]
		const send = (changes: Partial<PlaceOrderRequest>) =>
			sendOrder(shop, buyer, later(changes), randomUUID(), from('203.0.113.77'))
		const refused = await send({})
		expect(refused.statusCode).toBe(422)
		expect(refused.json()).toMatchObject({ code: 'confirma_correo', error: expect.stringContaining(buyer.email) })
		expect((await send({ metodo_pago: 'mercadopago' })).statusCode).toBe(200)
		await shop.drainJobs()
		const mails = shop.inbox.mails().filter(({ to, subject }) => to === buyer.email && subject === 'Confirma tu correo')
		expect(mails.length).toBe(1)
		const token = /\/confirmar-correo\/([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1]
		const confirm = (payload: object) => shop.app.inject({ method: 'POST', url: '/api/confirmar_correo/', payload })
		expect((await confirm({ token: `${token}x` })).json()).toMatchObject({ code: 'enlace_vencido' })
		expect((await confirm({ token })).json()).toEqual({ confirmado: true })
		expect((await send({})).statusCode).toBe(200)
	})

	it('reserve at most 120 units of one network by any method, from seven accounts by gateway in parallel', async () => {
		const buyers = await buyersOf('Pasarela', 7)
		const answers = await inParallel(28, (n) => {
			const order = later({ metodo_pago: 'webpay', carrito: [cartLine(n % 2 === 0 ? 'Blanco' : 'Celeste', 15)] })
			return sendOrder(shop, buyers[n % 7] as TestCustomer, order, randomUUID(), from(`192.0.2.${n + 1}`))
		})
		const { placed, limite_ordenes } = tally(answers)
		expect([placed?.length, limite_ordenes?.length]).toEqual([8, 20])
		expect(limite_ordenes?.[0]?.json().error).toContain('escríbenos por WhatsApp')
		const { rows } = await shop.database.db.execute<{ units: number }>(sql`
			select sum(l.cantidad)::int as units from ordenes o join orden_lineas l on l.orden_id = o.id
			where o.red = '192.0.2.0/24' and o.stock_tomado`)
		expect(rows[0]?.units).toBe(120)
	})

	it('use the limits set by the owner', async () => {
		const [buyer] = (await buyersOf('Ajuste', 1)) as [TestCustomer]
		const send = () => sendOrder(shop, buyer, later(), randomUUID(), from('203.0.113.78'))
		expect((await send()).json()).toMatchObject({ code: 'confirma_correo' })
		await asBoss('limite_ordenes_red', 11)
		expect((await send()).statusCode).toBe(200)
		await asBoss('limite_ordenes_red', 10)
	})
})

it('30 of 40 parallel orders of one account in an hour are accepted, the others get 429', async () => {
	const buyer = await aCustomer(shop, 'Ritmo')
	const answers = await inParallel(40, (n) =>
		sendOrder(
			shop,
			buyer,
			anOrder({ metodo_pago: 'flow', telefono: `9700000${10 + n}`, carrito: [cartLine('Celeste')] }),
		),
	)
	const { limite_ordenes, demasiadas_solicitudes } = tally(answers)
	expect([limite_ordenes?.length, demasiadas_solicitudes]).toEqual([35, undefined])
	const boss = await theBoss(shop)
	const set = (valor: number) => boss.send('PUT', '/api/admin_ajustes/limite_ordenes_abiertas/', { valor })
	await set(1_000)
	const more = tally(await inParallel(40, () => sendOrder(shop, buyer, anOrder({ metodo_pago: 'flow' }))))
	expect([more.placed?.length, more.demasiadas_solicitudes?.length]).toEqual([25, 15])
	expect(more.demasiadas_solicitudes?.[0]?.headers['retry-after']).toMatch(/^\d+$/)
	await set(5)
})

it('two parallel first changes of a setting are serialized, and both are in the audit log', async () => {
	const boss = await theBoss(shop)
	const set = (valor: number) => boss.send('PUT', '/api/admin_ajustes/cupon_usos_cliente/', { valor })
	const answers = await inParallel(8, (n) => set(n + 1))
	expect(answers.map((answer) => answer.json().version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
	const log = (await boss.get('/api/admin_auditoria/?tipo=ajuste&id=cupon_usos_cliente')).json()
	expect(log.count).toBe(8)
})
