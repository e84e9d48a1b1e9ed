import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPglite } from '#core/server/db/database.ts'
import { createFolderFiles } from '#core/server/files/files.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { appendErasures, eraseAgain, mergedErasures, readErasuresFile } from '#modules/backup/server/erasures.ts'
import { restoreInto } from '#modules/backup/server/restore-backup.ts'
import { writeBackup } from '#modules/backup/server/write-backup.ts'
import { borrados } from '#modules/backup/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith } from '#tests/staff-helpers.ts'

let shop: TestShop
let parent: string
let ana: TestCustomer
let list: string

beforeAll(async () => {
	parent = mkdtempSync(join(tmpdir(), 'borrados-'))
	list = join(parent, 'lista/borrados.jsonl')
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
	await callsWith(shop, ana.access).send('POST', `/api/ordenes/${orden_id}/cancelar/`)
	await aCustomer(shop, 'Berta')
	await writeBackup({ database: shop.database, files: shop.files, now: new Date() }, join(parent, 'antes'))
	const deleted = await callsWith(shop, ana.access).send('POST', '/api/perfil/eliminar/', { password: ana.password })
	expect(deleted.statusCode).toBe(204)
})
afterAll(async () => {
	await shop.stop()
	rmSync(parent, { recursive: true })
})

const restore = <Result>(name: string, erasures: readonly string[], use: Parameters<typeof restoreInto<Result>>[1]) =>
	restoreInto(
		{
			source: join(parent, 'antes'),
			erasures,
			files: createFolderFiles(join(parent, name, 'archivos')),
			open: (migrations) => openPglite(join(parent, name, 'base'), undefined, migrations),
		},
		use,
	)

it('keeps the list of deleted accounts outside the database, without personal data, each line once', async () => {
	const { db } = shop.database
	expect(await appendErasures(db, list)).toBe(true)
	expect(await appendErasures(db, list)).toBe(false)
	const lines = readFileSync(list, 'utf8').trim().split('\n')
	expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([['usuario_id', 'cuenta_creada_at', 'borrada_at']])
	expect(await mergedErasures(db, readFileSync(list, 'utf8'))).toBe(readFileSync(list, 'utf8'))
	expect(await readErasuresFile(join(parent, 'no'))).toBeUndefined()
})

it('deletes an account again that an earlier backup brings back, with its orders, and no other one', async () => {
	await restore('con-lista', [readFileSync(list, 'utf8')], async ({ database: { db }, borradas }) => {
		expect(borradas).toBe(1)
		const text = JSON.stringify([await db.select().from(usuarios), await db.select().from(ordenes)])
		expect(text).not.toContain(ana.email)
		expect(text).toContain('berta')
		const [account] = await db.select().from(usuarios).where(eq(usuarios.email, 'eliminada-2@cuenta.invalid'))
		const [listed] = await db.select().from(borrados)
		expect(account?.deleted_at).toEqual(listed?.borrada_at)
		// The restored database lists it as well, for its own later backups.
		expect(await mergedErasures(db)).toBe(readFileSync(list, 'utf8'))
		const files = createFolderFiles(join(parent, 'con-lista', 'archivos'))
		expect(await eraseAgain({ db, files, hooks }, [readFileSync(list, 'utf8')])).toBe(0)
	})
})

it('leaves a later account alone that got the number of a deleted one', async () => {
	const another = readFileSync(list, 'utf8').replace(/"cuenta_creada_at" : "\d{4}/, '"cuenta_creada_at" : "2020')
	expect(another).not.toBe(readFileSync(list, 'utf8'))
	await restore('otra', [another], async ({ database: { db }, borradas }) => {
		expect(borradas).toBe(0)
		expect(JSON.stringify(await db.select().from(usuarios))).toContain(ana.email)
	})
})

it.each(['{"usuario_id":1}', 'ana@correo.cl', '{"usuario_id":1,"cuenta_creada_at":"ayer","borrada_at":"hoy"}'])(
	'rejects a list with the line %s',
	async (line) => {
		const erasing = eraseAgain({ db: shop.database.db, files: shop.files, hooks }, [line])
		await expect(erasing).rejects.toThrow('la lista de borrados tiene una línea que no se entiende')
	},
)
