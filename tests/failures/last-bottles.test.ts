import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFailure } from '#core/contract/failure.ts'
import { openPostgres } from '#core/server/db/database.ts'
import { secretKeysOf } from '#core/server/platform/secrets.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { createSessionTools, openSessionOrAsk } from '#modules/accounts/server/sessions.ts'
import { productos } from '#modules/catalog/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { movimientosStock, ordenes } from '#modules/orders/tables.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import {
	aCustomer,
	anOrder,
	brokenLedgers,
	cartLine,
	sendOrder,
	stockOf,
	type TestCustomer,
} from '#tests/shop-helpers.ts'

let postgres: PostgresServer

beforeAll(async () => {
	postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const engines = [
	['PGlite', async () => openTestShop()],
	[
		'PostgreSQL',
		async () => {
			const database = await openPostgres(await postgres.createDatabase('carrera'), () => {})
			return openTestShop({ database })
		},
	],
] as const satisfies readonly (readonly [string, () => Promise<TestShop>])[]

/** Inserts accounts with sessions, without password hashes, which would dominate the run time. */
async function insertCustomers(
	{ database: { db }, env, secrets, clock }: TestShop,
	many: number,
): Promise<TestCustomer[]> {
	const people = Array.from({ length: many }, () => ({ email: `${randomUUID()}@correo.cl`, first_name: 'Ana' }))
	const accounts = await db.insert(usuarios).values(people).returning({ id: usuarios.id, email: usuarios.email })
	const sessions = createSessionTools({ keys: secretKeysOf(env, secrets.secretKey), clock, publicUrl: env.publicUrl })
	return await db.transaction(async (tx) => {
		const buyers: TestCustomer[] = []
		for (const { id, email } of accounts) {
			const login = { accountId: id, dispositivo: '', isKnownDevice: true, onNewDevice: () => {} }
			const session = await openSessionOrAsk({ sessions, mail: async () => {}, hooks }, tx, login, 'clave')
			if (isFailure(session)) throw new Error(session.failure)
			buyers.push({ email, password: '', ...session })
		}
		return buyers
	})
}

/** Repeats an order while the shop answers 503: on a slow machine the queue exceeds its limit. */
async function sendPersistently(...order: Parameters<typeof sendOrder>): ReturnType<typeof sendOrder> {
	const [shop, buyer, body, key = randomUUID()] = order
	for (let attempt = 1; ; attempt++) {
		const answer = await sendOrder(shop, buyer, body, key)
		if (answer.statusCode !== 503 || attempt === 5) return answer
	}
}

describe.each(engines)('parallel orders on %s', (_name, open) => {
	let shop: TestShop
	let buyers: TestCustomer[]

	beforeAll(async () => {
		shop = await open()
		buyers = await Promise.all(['Ana', 'Benja', 'Catalina', 'Diego', 'Elisa'].map((name) => aCustomer(shop, name)))
	})
	afterAll(async () => {
		expect(await findViolatedInvariants(shop.database, { isUnfinished: true })).toEqual([])
		await shop.stop()
	})

	it('sell 25 units exactly once each to 150 buyers and reject 125 clearly', async () => {
		expect(await stockOf(shop, 'Negro')).toBe(25)
		const answers = await Promise.all(
			Array.from({ length: 150 }, (_, n) =>
				sendPersistently(
					shop,
					buyers[n % buyers.length] as TestCustomer,
					anOrder({ metodo_pago: 'efectivo', telefono: String(910_000_000 + n) }),
				),
			),
		)
		const statuses = answers.map(({ statusCode }) => statusCode)
		expect(statuses.filter((status) => status === 200)).toHaveLength(25)
		const refusals = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json())
		expect(refusals).toHaveLength(125)
		for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'sin_stock', color: 'Negro' })
		expect(await stockOf(shop, 'Negro')).toBe(0)
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('cause no deadlock and no partial order with several colours in any sequence', async () => {
		const pairs = [
			['Blanco', 'Celeste'],
			['Celeste', 'Blanco'],
			['Rosado', 'Blanco'],
			['Celeste', 'Rosado'],
		] as const
		const answers = await Promise.all(
			Array.from({ length: 80 }, (_, n) => {
				const [first, second] = pairs[n % pairs.length] ?? pairs[0]
				const carrito = [cartLine(first), cartLine(second)]
				return sendPersistently(
					shop,
					buyers[n % buyers.length] as TestCustomer,
					anOrder({ carrito, metodo_pago: 'efectivo' }),
				)
			}),
		)
		for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
		const sold = answers.filter(({ statusCode }) => statusCode === 200).length
		const [{ units } = { units: 0 }] = [
			{
				units: (
					await shop.database.db.select().from(movimientosStock).where(eq(movimientosStock.motivo, 'venta'))
				).reduce((sum, row) => sum - row.cantidad, 0),
			},
		]
		expect(units).toBe(25 + sold * 2)
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('make one order and twenty equal answers with one key', async () => {
		const key = randomUUID()
		const [buyer] = buyers as [TestCustomer]
		const order = anOrder({ carrito: [cartLine('Rosado')] })
		const before = await stockOf(shop, 'Rosado')
		const answers = await Promise.all(Array.from({ length: 20 }, () => sendPersistently(shop, buyer, order, key)))
		expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
		expect(answers[0]?.statusCode).toBe(200)
		expect(await stockOf(shop, 'Rosado')).toBe(before - 1)
	})

	it('sell the last five units exactly five times to 200 buyers of one each', async () => {
		const { db } = shop.database
		const before = await stockOf(shop, 'Rosado')
		const [product] = await db.update(productos).set({ stock: 5 }).where(eq(productos.color, 'Rosado')).returning()
		if (!product) throw new Error('no Rosado')
		await db.insert(movimientosStock).values({ producto_id: product.id, cantidad: 5 - before, motivo: 'ajuste' })
		const answers = await Promise.all(
			(await insertCustomers(shop, 200)).map((buyer, n) => {
				const order = { carrito: [cartLine('Rosado')], telefono: String(950_000_000 + n) }
				return sendPersistently(shop, buyer, anOrder({ ...order, metodo_pago: n % 2 ? 'efectivo' : 'transferencia' }))
			}),
		)
		const codes = Object.groupBy(answers, (answer) => (answer.statusCode === 200 ? 'sold' : answer.json().code))
		expect([codes.sold?.length, codes.sin_stock?.length]).toEqual([5, 195])
		expect(await stockOf(shop, 'Rosado')).toBe(0)
		const numbers = answers.flatMap((answer) => answer.json().nro_orden ?? [])
		expect(new Set(numbers).size).toBe(5)
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('leave no gap in the order numbers when refused or repeated', async () => {
		const rows = await shop.database.db.select({ nro: ordenes.nro_orden }).from(ordenes).orderBy(ordenes.nro_orden)
		expect(rows.length).toBeGreaterThan(30)
		expect(rows.map(({ nro }) => nro)).toEqual(rows.map((_, n) => 1001 + n))
	})
})
