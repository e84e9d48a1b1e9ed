import { rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedExtensions, migrationsFolder, openPostgres } from '#core/server/db/database.ts'
import { earlierMigrations } from '#modules/backup/server/restore-backup.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import {
	buildEarlierVersion,
	columnsOfLastRelease,
	commitBeforeNewestMigration,
	lastRelease,
	whyNotHere,
} from '#tests/failures/last-release.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { findBreaks, readSchema, type Schema } from '#tests/failures/schema-breaks.ts'
import { newDataDir, type ShopProcess, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { anOrder } from '#tests/shop-helpers.ts'

const extensions = await embeddedExtensions()

describe('the current schema', () => {
	const client = new PGlite({ extensions })
	const named = columnsOfLastRelease()
	let released: Schema
	beforeAll(async () => {
		const folder = earlierMigrations(lastRelease.migrations)
		await migrate(drizzle(client), { migrationsFolder: folder })
		released = await readSchema(client)
		await migrate(drizzle(client), { migrationsFolder })
		rmSync(folder, { recursive: true })
	})
	afterAll(() => client.close())

	/** The schema after the given SQL. */
	async function changed(change: string): Promise<Schema> {
		await client.exec('begin')
		try {
			await client.exec(change)
			return await readSchema(client)
		} finally {
			await client.exec('rollback')
		}
	}

	it('accepts the reads and writes of the last release', async () => {
		const breaks = findBreaks(released, await readSchema(client), named)
		expect(breaks.toSorted()).toEqual(Object.keys(lastRelease.bears).toSorted())
	})

	it.each([
		['a column that is gone', 'alter table ordenes drop column cupon', ['ordenes: cupon']],
		['a column of another name', 'alter table ordenes rename telefono to fono', ['ordenes: fono', 'ordenes: telefono']],
		['a column of another type', 'alter table limites alter cuenta type bigint', ['limites: cuenta']],
		['a table that is gone', 'drop table limites', ['limites: clave', 'limites: cuenta', 'limites: hasta']],
		['a column that is now required', 'alter table ordenes alter pagada_at set not null', ['ordenes: pagada_at']],
		['a value that is no longer filled in', 'alter table ordenes alter nombre drop default', ['ordenes: nombre']],
		['a new column that it does not write', 'alter table ordenes add nueva int not null', ['ordenes: nueva']],
		['a rule for what it writes', 'alter table ordenes add constraint n check (total < 9)', ['ordenes: n']],
		['a unique index', 'create unique index u on ordenes (telefono)', ['ordenes: u']],
		[
			'a shorter list',
			`alter table auditoria drop constraint auditoria_tipo, add constraint auditoria_tipo check (tipo in ('orden', 'ronda'))`,
			['auditoria: auditoria_tipo'],
		],
	])('is rejected by this check with %s', async (_, change, found) => {
		const now = await readSchema(client)
		const breaks = findBreaks(now, await changed(change), named).filter((one) => !(one in lastRelease.bears))
		expect(breaks.toSorted()).toEqual(found)
	})

	it.each([
		['a new column that may be empty', 'alter table ordenes add nueva int unique'],
		['a new column with a default', 'alter table ordenes add nueva int not null default 1 check (nueva > 0)'],
		['a new table', 'create table nueva (id int primary key)'],
	])('is accepted by this check with %s', async (_, change) => {
		const now = await readSchema(client)
		const breaks = findBreaks(now, await changed(change), named)
		expect(breaks).toEqual([])
	})
})

const before = commitBeforeNewestMigration()
const missing = whyNotHere(before)

describe(`the version before the newest migration${missing ? ` (not run: ${missing})` : ''}`, () => {
	let folder = ''
	let postgres: PostgresServer
	let url: string
	const started: ShopProcess[] = []
	async function start(from?: string): Promise<ShopProcess> {
		const PORT = String(await freePort())
		const variables = { HOST: '127.0.0.1', PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, DATA_DIR: newDataDir() }
		const shop = await startShop({ ...variables, DATABASE_URL: url }, 120, from)
		started.push(shop)
		return shop
	}
	const sold: string[] = []
	async function sell(shop: ShopProcess): Promise<void> {
		const order = anOrder({ metodo_pago: 'efectivo', telefono: String(900_000_000 + sold.length) })
		const { status, body } = await sendOrderTo(shop, await aBuyer(shop), order)
		expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
		sold.push(body.orden_id)
	}
	/** Returns the newest orders as its staff see them. */
	async function ordersOf(shop: ShopProcess): Promise<string[]> {
		const headers = { authorization: `Bearer ${await staffAccess(shop)}` }
		const answer = await fetch(`${shop.url}/api/admin_listar_ordenes/`, { headers })
		if (!answer.ok) throw new Error(`orders: ${answer.status} ${await answer.text()}`)
		return ((await answer.json()) as { results: { id: string }[] }).results.map(({ id }) => id)
	}
	beforeAll(async () => {
		if (missing) return
		folder = buildEarlierVersion(before)
		postgres = await startPostgres()
		url = await postgres.createDatabase('tienda')
	})
	afterAll(async () => {
		await Promise.all(started.map((shop) => shop.end('SIGTERM')))
		await postgres?.stop()
		if (folder !== '') rmSync(folder, { recursive: true })
	})

	it.skipIf(missing !== undefined)('sells while this version migrates, beside it, and after a rollback', async () => {
		const old = await start(folder)
		await setProducts(old, await staffAccess(old), 'stock', 1000)
		await sell(old)
		let isMigrated = false
		const selling = (async () => {
			while (!isMigrated) await sell(old)
		})()
		const current = await start().finally(() => {
			isMigrated = true
		})
		await selling
		await sell(old)
		await sell(current)
		await old.end('SIGTERM')
		const again = await start(folder)
		await sell(again)
		for (const shop of [current, again]) expect(await ordersOf(shop)).toEqual(expect.arrayContaining(sold.slice(-3)))
		const database = await openPostgres(url, () => {})
		const broken = await findViolatedInvariants(database, { acknowledged: sold, isUnfinished: true })
		expect(broken).toEqual([])
		await database.close()
	})
})
