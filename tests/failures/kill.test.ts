import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPglite, openPostgres } from '#core/server/db/database.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import { productos } from '#modules/catalog/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { preparedDataDir, type ShopProcess, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

let postgres: PostgresServer

beforeAll(async () => {
	postgres = await startPostgres()
})
afterAll(() => postgres.stop())

async function post(shop: ShopProcess, path: string, body: unknown, headers: Record<string, string> = {}) {
	return await fetch(`${shop.url}${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	})
}

async function aBuyer(shop: ShopProcess): Promise<string> {
	const email = `${randomUUID()}@correo.cl`
	const password = 'una-clave-segura'
	await post(shop, '/api/register/', { email, password, first_name: 'Ana', last_name: 'Soto' })
	const answer = await post(shop, '/api/token/', { username: email, password })
	return ((await answer.json()) as { access: string }).access
}

/** Sends orders sequentially until the shop dies; adds the ids of acknowledged ones. */
async function sendOrdersUntilStopped(shop: ShopProcess, access: string, acknowledged: string[]): Promise<void> {
	for (let n = 0; n < 500; n++) {
		const order = anOrder({ carrito: [cartLine(builtInColors[n % builtInColors.length])], metodo_pago: 'efectivo' })
		try {
			const answer = await post(shop, '/api/crear_orden/', order, {
				authorization: `Bearer ${access}`,
				'idempotency-key': randomUUID(),
			})
			if (answer.status === 200) acknowledged.push(((await answer.json()) as { orden_id: string }).orden_id)
		} catch {
			// The shop was killed during this order: it was not acknowledged.
			return
		}
	}
}

const engines = [
	['PGlite', async (): Promise<Record<string, string>> => ({})],
	['PostgreSQL', async () => ({ DATABASE_URL: await postgres.createDatabase('caida') })],
] as const

describe.each(engines)('kill -9 during orders on %s', (_name, variablesOf) => {
	it('loses no acknowledged order, and stock still adds up', async () => {
		const variables = { DATA_DIR: preparedDataDir(), PORT: String(await freePort()), ...(await variablesOf()) }
		const shop = await startShop(variables)
		const buyers = await Promise.all([aBuyer(shop), aBuyer(shop), aBuyer(shop)])
		const acknowledged: string[] = []
		const ordering = Promise.all(buyers.map((access) => sendOrdersUntilStopped(shop, access, acknowledged)))
		await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(10)
		await shop.end('SIGKILL')
		await ordering

		const again = await startShop(variables)
		expect(await again.end('SIGTERM')).toBe(0)
		const url = 'DATABASE_URL' in variables ? variables.DATABASE_URL : undefined
		const database = url ? await openPostgres(url, () => {}) : await openPglite(`${variables.DATA_DIR}/base`)
		try {
			const kept = await database.db.select({ id: ordenes.id }).from(ordenes)
			const ids = new Set(kept.map(({ id }) => id))
			expect(await findViolatedInvariants(database, { acknowledged, isUnfinished: true, isKilled: true })).toEqual([])
			const stock = (await database.db.select().from(productos)).reduce((sum, row) => sum + row.stock, 0)
			expect(stock).toBe(100 - ids.size)
		} finally {
			await database.close()
		}
	})
})
