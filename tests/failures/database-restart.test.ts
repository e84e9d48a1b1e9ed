import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openPostgres } from '#core/server/db/database.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { type ShopCluster, startCluster } from '#tests/failures/shop-cluster.ts'
import type { ShopProcess } from '#tests/failures/shop-process.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

let postgres: PostgresServer
let cluster: ShopCluster
let database: OpenDatabase
let url: string

beforeAll(async () => {
	postgres = await startPostgres()
	url = await postgres.createDatabase('reinicio')
	cluster = await startCluster(2, url)
	database = await openPostgres(url, () => {})
})
afterAll(async () => {
	await database?.close()
	await cluster?.stop()
	await postgres?.stop()
})

const cash = (color: string) => anOrder({ carrito: [cartLine(color)], metodo_pago: 'efectivo' })

interface Seen {
	readonly acknowledged: string[]
	readonly statuses: number[]
}

/** Sends orders until stopped, retrying each under its own key until answered, as the page does. */
async function sendOrdersUntilStopped(
	shop: ShopProcess,
	access: string,
	seen: Seen,
	isOver: () => boolean,
): Promise<void> {
	const { acknowledged, statuses } = seen
	while (!isOver()) {
		const key = randomUUID()
		for (let tries = 0; tries < 200; tries += 1) {
			const { status, body } = await sendOrderTo(shop, access, cash('Negro'), key)
			statuses.push(status)
			if (status === 503)
				expect(body).toMatchObject({ code: 'servicio_ocupado', error: expect.stringContaining('ocupada') })
			if (status === 200) {
				acknowledged.push(body.orden_id)
				break
			}
			await wait(100)
		}
	}
}

/**
 * Ends the lease of jobs that were running at the database restart, because waiting would take too long; processes must
 * detect the loss themselves.
 */
async function endTimeOfJobsFrom(before: Date): Promise<void> {
	await database.db.execute(sql`update pgboss.job set started_on = started_on - expire_seconds * interval '1 second'
		where state = 'active' and started_on < ${before.toISOString()}::timestamptz`)
}

it('a database restart during orders loses none: calls answer 503 meanwhile and every process recovers by itself', async () => {
	const [one, other] = cluster.shops
	if (!one || !other) throw new Error('two processes were asked for')
	await setProducts(one, await staffAccess(one), 'stock', 10_000)
	const buyers: (readonly [ShopProcess, string])[] = []
	for (const shop of [one, other, one, other]) buyers.push([shop, await aBuyer(shop)])
	let isOver = false
	const seen = buyers.map((): Seen => ({ acknowledged: [], statuses: [] }))
	const ordering = buyers.map(([shop, access], n) =>
		sendOrdersUntilStopped(shop, access, seen[n] as Seen, () => isOver),
	)
	/** Waits until every buyer has got another answer of this kind. */
	async function allGet(status: number): Promise<void> {
		const count = () => seen.map(({ statuses }) => statuses.filter((one) => one === status).length)
		const before = count()
		await expect.poll(() => count().every((now, n) => now > (before[n] ?? 0)), { timeout: 60_000 }).toBe(true)
	}
	await allGet(200)
	const goes = new Date()
	await postgres.restart(() => allGet(503))
	await allGet(200)
	isOver = true
	await Promise.all(ordering)
	expect([...new Set(seen.flatMap(({ statuses }) => statuses))].toSorted()).toEqual([200, 503])
	const acknowledged = seen.flatMap((each) => each.acknowledged)
	expect(new Set(acknowledged).size).toBe(acknowledged.length)

	await endTimeOfJobsFrom(goes)
	// Jobs resume: every mail is sent. One sent just before the restart is sent again under the same Message-ID.
	const broken = () => findViolatedInvariants(database, { acknowledged, mails: cluster.inbox.mails(), isKilled: true })
	await expect.poll(broken, { timeout: 180_000, interval: 1000 }).toEqual([])
	// Price changes of one process reach the other again.
	await setProducts(one, await staffAccess(one), 'precio', 33_990)
	const shown = async () => await (await fetch(`${other.url}/`)).text()
	await expect.poll(shown).toContain('33.990')
	await setProducts(one, await staffAccess(one), 'precio', 29_990)
	await expect.poll(shown).toContain('29.990')
	for (const shop of [one, other]) expect(shop.child.exitCode).toBeNull()
})

it('a process without its database is not ready, serves Home from memory, and stops cleanly', async () => {
	const lone = await startCluster(1, await postgres.createDatabase('lejos'))
	const [shop] = lone.shops
	if (!shop) throw new Error('a process was asked for')
	expect((await fetch(`${shop.url}/`)).status).toBe(200)
	await postgres.restart(async () => {
		await expect.poll(async () => (await fetch(`${shop.url}/salud/listo`)).status).toBe(503)
		expect((await fetch(`${shop.url}/salud/vivo`)).status).toBe(200)
		expect((await fetch(`${shop.url}/`)).status).toBe(200)
		const stock = await fetch(`${shop.url}/api/products/PREM-SHAKER-650/availability`)
		expect(stock.status).toBe(503)
		expect(stock.headers.get('retry-after')).toBe('5')
		expect(await stock.json()).toMatchObject({ code: 'servicio_ocupado' })
		expect(await shop.end('SIGTERM')).toBe(0)
	})
	await lone.stop()
})
