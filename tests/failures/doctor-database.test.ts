import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '#core/server/db/database.ts'
import { examineShop } from '#shop/server/doctor/examine-shop.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'

let postgres: PostgresServer
let url: string
const folder = mkdtempSync(join(tmpdir(), 'doctor-'))

beforeAll(async () => {
	postgres = await startPostgres()
	url = await postgres.createDatabase('doctor')
})
afterAll(async () => {
	await postgres.stop()
	rmSync(folder, { recursive: true })
})

/** Returns the doctor's findings for a changed database URL. */
async function examined(change: { pathname?: string; port?: string } = {}) {
	const address = Object.assign(new URL(url), change)
	const findings = await examineShop({ SHOP_MODE: 'demo', DATA_DIR: folder, DATABASE_URL: address.href })
	return findings.find(({ about }) => about === 'base de datos')
}

describe("the doctor's check of the database", () => {
	it('warns of a database opened by a newer version, and accepts it', async () => {
		const database = await openPostgres({ statements: url, session: url, isPooled: false }, () => {})
		await database.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9e12)`)
		await database.close()
		expect(await examined()).toMatchObject({
			isWrong: false,
			text: expect.stringContaining('ojo: la abrió una versión más nueva'),
		})
	})

	it('rejects a server without the trigram extension', async () => {
		const database = await openPostgres(await postgres.createDatabase('sin_trigramas'), () => {})
		await database.db.execute(sql`
			create view pg_available_extension_versions as
			select * from pg_catalog.pg_available_extension_versions where name <> 'pg_trgm'`)
		await database.db.execute(sql`alter database sin_trigramas set search_path = public, pg_catalog`)
		await database.close()
		expect(await examined({ pathname: '/sin_trigramas' })).toMatchObject({
			isWrong: true,
			text: expect.stringContaining('le falta la extensión pg_trgm'),
		})
	})

	it.each([
		['a database that is not there', { pathname: '/otra' }, 'esa base no existe'],
		['a port on which nothing listens', { port: '1' }, 'ahí no escucha nadie'],
	])('explains %s in plain words', async (_what, change, text) => {
		expect(await examined(change)).toMatchObject({ isWrong: true, text: expect.stringContaining(text) })
	})
})
