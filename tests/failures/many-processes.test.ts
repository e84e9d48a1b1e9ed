import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPostgres } from '#core/server/db/database.ts'
import { announceFeedChange } from '#core/server/jobs/catalog-changes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, post, productsOf, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { type ShopCluster, startCluster } from '#tests/failures/shop-cluster.ts'
import { exitOf, newDataDir, type ShopProcess, spawnShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

/** Generous for a busy machine; processes poll once a minute. */
const soon = { timeout: 40_000, interval: 50 }

let postgres: PostgresServer
let cluster: ShopCluster
let database: OpenDatabase
let one: ShopProcess
let other: ShopProcess

beforeAll(async () => {
	postgres = await startPostgres()
	const url = await postgres.createDatabase('procesos')
	// Both start on an empty database at the same moment: one migrates, the other waits.
	cluster = await startCluster(2, url)
	database = await openPostgres(url, () => {})
	const [first, second] = cluster.shops
	if (!first || !second) throw new Error('two processes were asked for')
	one = first
	other = second
})
afterAll(async () => {
	await database?.close()
	await cluster?.stop()
	await postgres?.stop()
})
afterEach(async () => {
	await expect
		.poll(() => findViolatedInvariants(database, { mails: cluster.inbox.mails() }), { timeout: 120_000 })
		.toEqual([])
})

const cash = (color: string) => anOrder({ carrito: [cartLine(color)], metodo_pago: 'efectivo' })
const rowsOf = async (query: ReturnType<typeof sql>) => (await database.db.execute<{ n: number }>(query)).rows[0]?.n

describe('two processes on one database', () => {
	it('migrate and seed an empty database once when both start at the same moment', async () => {
		expect((await productsOf(one, await staffAccess(one))).map(({ stock }) => stock)).toEqual([25, 25, 25, 25])
		expect(await rowsOf(sql`select count(*)::int as n from movimientos_stock`)).toBe(4)
		expect(await rowsOf(sql`select count(*)::int as n from usuarios where is_staff`)).toBe(1)
	})

	it('sell the last 5 units to exactly 5 of 8 buyers', async () => {
		await setProducts(one, await staffAccess(one), 'stock', 5)
		const buyers = await Promise.all(Array.from({ length: 8 }, (_, n) => aBuyer(n % 2 ? one : other)))
		const answers = await Promise.all(
			buyers.flatMap((access) => [one, other].map((shop) => sendOrderTo(shop, access, cash('Negro')))),
		)
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
		for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('sin_stock')
	})

	it('make one order and the same answer for one key sent to both at once', async () => {
		await setProducts(one, await staffAccess(one), 'stock', 20)
		const access = await aBuyer(one)
		for (const metodo_pago of ['efectivo', 'flow'] as const) {
			const key = randomUUID()
			const order = anOrder({ carrito: [cartLine('Rosado')], metodo_pago })
			const answers = await Promise.all(
				Array.from({ length: 10 }, (_, n) => sendOrderTo(n % 2 ? one : other, access, order, key)),
			)
			expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
			expect(answers[0]?.status).toBe(200)
		}
		const [rosado] = (await productsOf(one, await staffAccess(one))).filter(({ color }) => color === 'Rosado')
		expect(rosado?.stock).toBe(18)
	})

	it('show a price changed at one on the Home of the other immediately', async () => {
		const shown = async (shop: ShopProcess) => await (await fetch(`${shop.url}/`)).text()
		await shown(other)
		await setProducts(one, await staffAccess(one), 'precio', 31_990)
		await expect.poll(() => shown(other), soon).toContain('31.990')
		expect(await shown(one)).toContain('31.990')
		await setProducts(one, await staffAccess(one), 'precio', 29_990)
	})

	it('apply a setting of one on the other immediately: no order mixes old and new, and a closed shop accepts none', async () => {
		const access = await staffAccess(one)
		const set = async (changes: Partial<Settings>) => {
			const cambios = Object.entries(changes).map(([clave, valor]) => ({ clave, valor }))
			const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
			const request = { method: 'PUT', headers, body: JSON.stringify({ cambios }) }
			const answer = await fetch(`${one.url}/api/admin_ajustes/`, request)
			expect(answer.status).toBe(200)
		}
		const placeOf = async (id: string) =>
			(await database.db.select().from(ordenes).where(eq(ordenes.id, id)))[0]?.estacion_retiro
		await setProducts(one, access, 'stock', 500)
		const [visitor = '', ...buyers] = await Promise.all(Array.from({ length: 4 }, () => aBuyer(one)))
		await set({ retiro_estacion: 'Metro 0', retiro_horario: 'turno 0' })
		let isOver = false
		const buying = buyers.map(async (buyer, n) => {
			while (!isOver) await sendOrderTo(n % 2 ? one : other, buyer, cash('Negro'))
		})
		try {
			for (let n = 1; n <= 5; n += 1) {
				await set({ retiro_estacion: `Metro ${n}`, retiro_horario: `turno ${n}` })
				const { body } = await sendOrderTo(other, visitor, cash('Negro'))
				expect(await placeOf(body.orden_id)).toBe(`Metro ${n}`)
			}
			await set({ tienda_cerrada: true })
			for (const shop of [other, one])
				expect((await sendOrderTo(shop, visitor, cash('Negro'))).body.code).toBe('tienda_cerrada')
		} finally {
			isOver = true
			await Promise.all(buying)
		}
		const places = await database.db
			.selectDistinct({ place: ordenes.estacion_retiro, hours: ordenes.horario_retiro })
			.from(ordenes)
			.where(like(ordenes.horario_retiro, 'turno %'))
		expect(places.length).toBeGreaterThanOrEqual(5)
		for (const { place, hours } of places) expect(hours).toBe(place?.replace('Metro', 'turno'))
		await set({ tienda_cerrada: false })
	})

	it('show a social feed renewed by one on the Home of the other immediately', async () => {
		const shown = async (shop: ShopProcess) => await (await fetch(`${shop.url}/`)).text()
		const permalink = 'https://red.example/p/recien-llegada/'
		expect(await shown(other)).not.toContain(permalink)
		const post = { id: 'recien', media_type: 'IMAGE', media_url: '/social/x.webp', permalink, thumbnail_url: null }
		const feed = { refreshed_at: new Date().toISOString(), posts: [post], retired: [] }
		const renewed = async () => {
			// Repeated, because the job of the first start may still overwrite this feed.
			await cluster.files(1).put('social/feed.json', Buffer.from(JSON.stringify(feed)), 'application/json')
			await database.db.transaction(announceFeedChange)
			return await shown(other)
		}
		await expect.poll(renewed, soon).toContain(permalink)
	})

	it('count wrong passwords together', async () => {
		const username = `${randomUUID()}@correo.cl`
		const guess = (shop: ShopProcess) => post(shop, '/api/token/', { username, password: 'una clave mala' })
		const statuses: number[] = []
		for (let n = 0; n < 22; n += 1) statuses.push((await guess(n % 2 ? one : other)).status)
		expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
		expect(statuses.slice(20)).toEqual([429, 429])
	})

	it('send each mail once', async () => {
		const access = await aBuyer(other)
		const placed = await Promise.all(
			Array.from({ length: 6 }, (_, n) => sendOrderTo(n % 2 ? one : other, access, cash('Celeste'))),
		)
		for (const { status } of placed) expect(status).toBe(200)
		const numbers = placed.map(({ body }) => String(body.nro_orden))
		const arrived = () => cluster.inbox.mails().filter(({ subject }) => numbers.some((nro) => subject.endsWith(nro)))
		await expect.poll(() => arrived().length, { timeout: 60_000 }).toBe(6)
		const unsent = sql`select count(*)::int as n from pgboss.job where name = 'enviar_correo' and state in ('created', 'retry', 'active')`
		await expect.poll(() => rowsOf(unsent), { timeout: 60_000 }).toBe(0)
		expect(arrived()).toHaveLength(6)
	})
})

describe('parallel starts and stops', () => {
	it('open four processes on an empty database, and end all cleanly when stopped at once', async () => {
		const url = await postgres.createDatabase('muchos')
		const four = await startCluster(4, url)
		const codes = await Promise.all(four.shops.map((shop) => shop.end('SIGTERM')))
		expect(codes).toEqual([0, 0, 0, 0])
		await four.stop()
	})

	it('leave a usable database when a process is stopped during its start', async () => {
		const url = await postgres.createDatabase('a_medias')
		const halfway = await openPostgres(url, () => {})
		// Objects that exist at successive points of a start, from the first migration to the queues.
		for (const stage of ['drizzle.__drizzle_migrations', 'public.ordenes', 'pgboss.queue']) {
			const shop = spawnShop({ DATA_DIR: newDataDir(), PORT: String(await freePort()), DATABASE_URL: url })
			const made = sql`select to_regclass(${stage}) is not null as made`
			await expect.poll(async () => (await halfway.db.execute(made)).rows[0], { interval: 10 }).toEqual({ made: true })
			shop.child.kill('SIGKILL')
			await exitOf(shop)
		}
		await halfway.close()
		const whole = await startCluster(1, url)
		await whole.stop()
	})
})
