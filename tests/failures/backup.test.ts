import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPglite, openPostgres } from '#core/server/db/database.ts'
import { createFolderFiles, type Files } from '#core/server/files/files.ts'
import { appendErasures } from '#modules/backup/server/erasures.ts'
import { restoreBackup } from '#modules/backup/server/restore-backup.ts'
import { newKeys, seal } from '#modules/backup/server/seal.ts'
import { type Manifest, writeBackup } from '#modules/backup/server/write-backup.ts'
import { photoFiles } from '#modules/catalog/colors.ts'
import { photoKey } from '#modules/catalog/server/catalog.ts'
import { colores } from '#modules/catalog/tables.ts'
import { examineShop } from '#shop/server/doctor/examine-shop.ts'
import { findViolatedInvariants } from '#tests/failures/check-invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { runCommand } from '#tests/failures/run-command.ts'
import { newDataDir, preparedDataDir, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, anOrder, aPlacedOrder, brokenLedgers, logIn, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const foto = 'ab12cd34'
let postgres: PostgresServer
let shop: TestShop
let customer: TestCustomer
let backup: string

beforeAll(async () => {
	postgres = await startPostgres()
	shop = await openTestShop()
	customer = await aCustomer(shop, 'Camila')
	for (const metodo_pago of ['transferencia', 'efectivo', 'webpay'] as const) {
		await aPlacedOrder(shop, customer, { metodo_pago })
	}
	const { orden_id } = await aPlacedOrder(shop, customer, { metodo_pago: 'transferencia' })
	await sendProof(orden_id)
	const boss = await theBoss(shop)
	await boss.send('PUT', '/api/admin_ajustes/dias_efectivo/', { valor: 9 })
	// Flushes the security trail, so the rows do not change any more.
	await boss.get('/api/admin_seguridad/')
	backup = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'uno')
	const files = createFolderFiles(join(shop.env.dataDir, 'archivos'))
	await shop.database.db.insert(colores).values({ color: 'Negro', slug: 'negro', foto })
	for (const name of photoFiles) await files.put(photoKey(foto, name), Buffer.from(name), 'image/webp')
	await writeBackup({ database: shop.database, files, now: new Date() }, backup)
})
afterAll(async () => {
	await shop.stop()
	await postgres.stop({ isUnchecked: true })
})

async function sendProof(orden_id: string): Promise<void> {
	const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
		.png()
		.toBuffer()
	const form = new FormData()
	form.set('orden_id', orden_id)
	form.set('comprobante', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
	const answer = await fetch(`http://127.0.0.1:${shop.env.PORT}/api/subir_comprobante/`, { method: 'POST', body: form })
	if (!answer.ok) throw new Error(`proof: ${answer.status}`)
}

/** Returns every row of every table on either engine, except rate limits and daily sums. */
async function contentsOf(database: OpenDatabase): Promise<Record<string, string[]>> {
	const contents: Record<string, string[]> = {}
	const { rows: tables } = await database.db.execute<{ table: string }>(sql`
		select table_name as table from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE'
		and table_name <> 'limites'`)
	for (const { table } of tables) {
		const name = sql.identifier(table)
		const { rows } = await database.db.execute<{ row: string }>(
			sql`select to_jsonb(t)::text as row from ${name} t order by 1`,
		)
		contents[table] = rows.map(({ row }) => row)
	}
	return contents
}

const run = async (command: string, variables: Record<string, string>, ...args: string[]) => {
	const { code, stdout, stderr } = await runCommand(command, args, variables)
	return { code, text: code === 0 ? stdout : stderr }
}

describe.each([
	['PGlite', async () => ({})],
	['PostgreSQL', async () => ({ DATABASE_URL: await postgres.createDatabase('restaurada') })],
] as const)('a backup restored on %s', (_name, variablesOf) => {
	it('restores every row and every proof, and the shop sells again', async () => {
		const variables: Record<string, string> = { DATA_DIR: newDataDir(), ...(await variablesOf()) }
		const openDatabase = () =>
			variables.DATABASE_URL
				? openPostgres(variables.DATABASE_URL, () => {})
				: openPglite(join(variables.DATA_DIR ?? '', 'base'))
		const restored = await run('restore', variables, backup)
		expect(restored).toMatchObject({
			code: 0,
			text: expect.stringContaining(`volvieron ${1 + photoFiles.length} imágenes`),
		})
		let database = await openDatabase()
		// The backup is recorded after its end, so its own record is not in it.
		expect(await contentsOf(database)).toEqual({ ...(await contentsOf(shop.database)), primer_dia: [] })
		const restoredFiles = createFolderFiles(join(variables.DATA_DIR ?? '', 'archivos'))
		for (const name of photoFiles) {
			expect(String(Buffer.from((await restoredFiles.get(photoKey(foto, name))) ?? ''))).toBe(name)
		}
		const { eventos_seguridad, auditoria, ajustes } = await contentsOf(database)
		for (const rows of [eventos_seguridad, auditoria, ajustes]) expect(rows?.length).toBeGreaterThan(0)
		await database.close()
		expect((await run('restore', variables, '--open')).text).toMatch(
			/^Esta es la tienda ahora\. Lo que espera: \d+ correos/,
		)
		expect((await run('restore', variables, '--open')).text).toContain('ya es la tienda')
		database = await openDatabase()
		const again = await openTestShop({ database, variables: { DATA_DIR: variables.DATA_DIR ?? '' } })
		expect((await logIn(again, customer.email, customer.password)).access).toBeTruthy()
		const order = await aPlacedOrder(again, customer, { metodo_pago: 'efectivo' })
		// 1004 is the last number in the backup; customers of lost orders may have mails with the next ones.
		expect(order.nro_orden).toBe(2005)
		expect(await brokenLedgers(again)).toEqual([])
		await again.drainJobs()
		expect(again.inbox.mails().length).toBeGreaterThan(3)
		await again.stop()
	})
})

it('a restored shop calls the gateway before it sends a pending refund, which may have been sent after the backup', async () => {
	const variables = { DATABASE_URL: await postgres.createDatabase('por_devolver'), DATA_DIR: newDataDir() }
	const folder = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'tres')
	const refund = sql`insert into devoluciones (id, gateway, pago_id, orden_id, monto, motivo, estado)
		select '7f8b0f0e-6a53-4a55-9a51-222222222222', 'webpay', 'x', id, 1000, 'prueba', 'pedida' from ordenes limit 1`
	await shop.database.db.execute(refund)
	const files = createFolderFiles(join(shop.env.dataDir, 'archivos'))
	await writeBackup({ database: shop.database, files, now: new Date() }, folder)
	await shop.database.db.execute(sql`delete from devoluciones`)
	expect((await run('restore', variables, folder)).code).toBe(0)
	const database = await openPostgres(variables.DATABASE_URL, () => {})
	const { rows } = await database.db.execute(sql`select estado, enviada_at is not null as enviada from devoluciones`)
	await database.close()
	expect(rows).toEqual([{ estado: 'enviando', enviada: true }])
})

describe('a restore after a deletion', () => {
	let erased: TestCustomer
	let before: string
	let list: string
	beforeAll(async () => {
		erased = await aCustomer(shop, 'Gonzalo')
		const { orden_id } = await aPlacedOrder(shop, erased, { metodo_pago: 'efectivo' })
		const { send } = callsWith(shop, erased.access)
		await send('POST', `/api/ordenes/${orden_id}/cancelar/`)
		const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-backup-'))
		before = join(folder, 'antes')
		await writeBackup({ database: shop.database, files: shop.files, now: new Date() }, before)
		expect((await send('POST', '/api/perfil/eliminar/', { password: erased.password })).statusCode).toBe(204)
		list = join(folder, 'borrados.jsonl')
		await appendErasures(shop.database.db, list)
	})

	it.each(['PGlite', 'PostgreSQL'])('deletes the account again on %s, by the list named or found', async (engine) => {
		const found = newDataDir()
		cpSync(list, join(found, 'borrados.jsonl'))
		for (const [folder, args] of [
			[newDataDir(), ['--erased', list]],
			[found, []],
		] as const) {
			const url = engine === 'PostgreSQL' ? await postgres.createDatabase(`borrada_${args.length}`) : undefined
			const restored = await run('restore', { DATA_DIR: folder, ...(url && { DATABASE_URL: url }) }, before, ...args)
			expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('cuentas borradas otra vez: 1') })
			const database = url ? await openPostgres(url, () => {}) : await openPglite(join(folder, 'base'))
			const everything = JSON.stringify(await contentsOf(database))
			await database.close()
			expect(everything).toContain(customer.email)
			expect(everything).not.toContain(erased.email)
		}
	})

	it('is rehearsed from an encrypted copy without a trace, and not with another key', async () => {
		const [own, other] = [await newKeys(), await newKeys()]
		const parent = join(before, '..')
		const file = join(parent, 'copia.tar.age')
		writeFileSync(file, await buffer(await seal(before, own.recipient)))
		writeFileSync(join(parent, 'llave'), `# la llave\n${own.identity}\n`)
		writeFileSync(join(parent, 'otra'), other.identity)
		const variables = { DATA_DIR: newDataDir(), TMPDIR: mkdtempSync(join(tmpdir(), 'ensayo-')) }
		const rehearsed = await run(
			'restore',
			variables,
			'--rehearse',
			file,
			'--key',
			join(parent, 'llave'),
			'--erased',
			list,
		)
		expect(rehearsed.text).toMatch(/órdenes {3}5 \(la primera del [\d-]+, la última del [\d-]+\)/)
		expect(rehearsed.text).toMatch(/pagadas {3}0, por \$0/)
		expect(rehearsed.text).toContain('cuentas borradas otra vez: 1')
		expect(rehearsed.code).toBe(0)
		expect(readdirSync(variables.DATA_DIR)).toEqual([])
		expect(readdirSync(variables.TMPDIR)).toEqual([])
		expect(await run('restore', variables, '--rehearse', file, '--key', join(parent, 'otra'))).toMatchObject({
			code: 1,
			text: expect.stringContaining('esa llave no abre este respaldo'),
		})
		expect(await run('restore', variables, file)).toMatchObject({ code: 1, text: expect.stringContaining('--key') })
	})
})

it('restores a backup that an earlier version wrote after a rollback, without what the newer one had added', async () => {
	const source = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'vuelta')
	cpSync(backup, source, { recursive: true })
	const manifest: Manifest = JSON.parse(readFileSync(join(source, 'respaldo.json'), 'utf8'))
	const tablas = [...manifest.tablas, { nombre: 'de_la_nueva', filas: 1 }]
	const migraciones = manifest.migraciones + 1
	writeFileSync(join(source, 'respaldo.json'), JSON.stringify({ ...manifest, migraciones, tablas }))
	writeFileSync(join(source, 'tablas/de_la_nueva.jsonl.gz'), gzipSync('{"a":1}\n'))
	const products = join(source, 'tablas/productos.jsonl.gz')
	const rows = gunzipSync(readFileSync(products)).toString()
	writeFileSync(products, gzipSync(rows.replaceAll('{"id"', '{"columna_nueva":7,"id"')))
	expect(await run('restore', { DATA_DIR: newDataDir() }, source)).toMatchObject({ code: 0 })
	const newer = { ...manifest, migraciones: migraciones + 1, conocidas: migraciones + 1 }
	writeFileSync(join(source, 'respaldo.json'), JSON.stringify(newer))
	expect(await run('restore', { DATA_DIR: newDataDir() }, source)).toMatchObject({
		code: 1,
		text: expect.stringContaining('de una versión más nueva de la tienda'),
	})
})

it('restore rejects a database in use, an unfinished backup and one with missing rows', async () => {
	const variables = { DATABASE_URL: await postgres.createDatabase('usada'), DATA_DIR: newDataDir() }
	expect((await run('restore', variables, backup)).code).toBe(0)
	expect(await run('restore', variables, backup)).toMatchObject({
		code: 1,
		text: expect.stringContaining('nueva y vacía'),
	})
	const broken = mkdtempSync(join(tmpdir(), 'premium-shaker-backup-'))
	cpSync(backup, broken, { recursive: true })
	const manifest = JSON.parse(readFileSync(join(broken, 'respaldo.json'), 'utf8'))
	manifest.tablas[0].filas += 1
	writeFileSync(join(broken, 'respaldo.json'), JSON.stringify(manifest))
	const fresh = await openTestDatabase()
	await expect(restoreBackup(fresh.db, broken)).rejects.toThrow('filas en vez de')
	await fresh.close()
	rmSync(join(broken, 'respaldo.json'))
	expect(await run('restore', variables, broken)).toMatchObject({ code: 1, text: expect.stringContaining('completo') })
})

it('restore rejects in one line a database opened by a newer version, with any tables', async () => {
	const older = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'older')
	cpSync(backup, older, { recursive: true })
	const manifest = JSON.parse(readFileSync(join(older, 'respaldo.json'), 'utf8'))
	writeFileSync(join(older, 'respaldo.json'), JSON.stringify({ ...manifest, migraciones: manifest.migraciones - 1 }))
	const { code, text } = await run('restore', { DATA_DIR: preparedDataDir() }, older)
	expect(code).toBe(1)
	expect(text.trim()).toMatch(/^No se puede: esta base ya la abrió una versión más nueva[^\n]*$/)
})

it('the backup command writes a backup of a running shop on PostgreSQL', async () => {
	const variables = { DATABASE_URL: await postgres.createDatabase('respaldada'), DATA_DIR: newDataDir() }
	expect((await run('restore', variables, backup)).code).toBe(0)
	const second = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'dos')
	expect(await run('backup', variables, second)).toMatchObject({
		code: 0,
		text: expect.stringContaining(`${1 + photoFiles.length} imágenes`),
	})
	expect(await run('backup', variables, second)).toMatchObject({
		code: 1,
		text: expect.stringContaining('no está vacía'),
	})
})

it('the backup command and a running shop name an unwritable target in one sentence', async () => {
	const file = join(newDataDir(), 'archivo')
	writeFileSync(file, '')
	const folder = preparedDataDir()
	const open = await startShop({ DATA_DIR: folder, PORT: String(await freePort()) })
	const stopped = { DATA_DIR: preparedDataDir() }
	for (const variables of [{ DATA_DIR: folder }, stopped]) {
		const { code, text } = await run('backup', variables, join(file, 'cinco'))
		expect(code).toBe(1)
		expect(text.trim()).toMatch(/^No se puede: [^\n]*ENOTDIR[^\n]*$/)
	}
	expect((await run('backup', stopped, file)).text.trim()).toMatch(/^No se puede: [^\n]*ENOTDIR[^\n]*$/)
	await open.end('SIGTERM')
})

it('the backup command fails when proof pictures are missing, and the doctor names the wrong folder', async () => {
	const variables = { DATABASE_URL: await postgres.createDatabase('otra_carpeta'), DATA_DIR: newDataDir() }
	expect((await run('restore', variables, backup)).code).toBe(0)
	const folder = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'cuatro')
	const elsewhere = { ...variables, DATA_DIR: newDataDir() }
	expect(await run('backup', elsewhere, folder)).toMatchObject({
		code: 1,
		text: expect.stringContaining(`Faltan imágenes: ${1 + photoFiles.length} de ${1 + photoFiles.length}`),
	})
	const proofsOf = async (given: Record<string, string>) =>
		(await examineShop({ SHOP_MODE: 'demo', ...given })).find(({ about }) => about === 'comprobantes')?.isWrong
	expect([await proofsOf(variables), await proofsOf(elsewhere)]).toEqual([false, true])
})

it('a backup succeeds while the picture of a deleted proof is missing', async () => {
	const folder = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'cinco')
	const key = 'comprobantes/7f8b0f0e-6a53-4a55-9a51-333333333333.webp'
	await shop.database.db.execute(sql`insert into comprobantes (id, orden_id, archivo, bytes)
		select '7f8b0f0e-6a53-4a55-9a51-333333333333', id, ${key}, 1 from ordenes limit 1`)
	const files = createFolderFiles(join(shop.env.dataDir, 'archivos'))
	const lossy: Files = {
		...files,
		async get(requestedKey) {
			if (requestedKey === key) await shop.database.db.execute(sql`delete from comprobantes where archivo = ${key}`)
			return await files.get(requestedKey)
		},
	}
	const written = await writeBackup({ database: shop.database, files: lossy, now: new Date() }, folder)
	expect(written).toMatchObject({ archivos: 1 + photoFiles.length, faltan: 0 })
})

describe.each([
	['PGlite', async (): Promise<Record<string, string>> => ({})],
	['PostgreSQL', async () => ({ DATABASE_URL: await postgres.createDatabase('abierta') })],
] as const)('a backup of an open shop on %s', (_name, variablesOf) => {
	it('is consistent while orders are placed, and contains every order acknowledged before it', async () => {
		const variables = { DATA_DIR: preparedDataDir(), PORT: String(await freePort()), ...(await variablesOf()) }
		const open = await startShop(variables, 120)
		await setProducts(open, await staffAccess(open), 'stock', 5000)
		let isOver = false
		const acknowledged: string[] = []
		const buyers = [await aBuyer(open), await aBuyer(open)]
		const ordering = buyers.map(async (access) => {
			while (!isOver) {
				const { status, body } = await sendOrderTo(open, access, anOrder({ metodo_pago: 'efectivo' }))
				if (status === 200) acknowledged.push(body.orden_id)
			}
		})
		await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(10)
		const before = [...acknowledged]
		const folder = join(mkdtempSync(join(tmpdir(), 'premium-shaker-backup-')), 'abierta')
		expect(await run('backup', variables, folder)).toMatchObject({ code: 0 })
		expect(acknowledged.length).toBeGreaterThan(before.length)
		isOver = true
		await Promise.all(ordering)
		expect(await open.end('SIGTERM')).toBe(0)

		const empty = { DATA_DIR: preparedDataDir() }
		expect(await run('restore', empty, folder)).toMatchObject({ code: 0 })
		const database = await openPglite(join(empty.DATA_DIR, 'base'))
		const broken = await findViolatedInvariants(database, { acknowledged: before, isUnfinished: true })
		await database.close()
		expect(broken).toEqual([])
	})
})
