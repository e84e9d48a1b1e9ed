import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { createFolderFiles } from '#core/server/files/files.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { DamagedBackup } from '#modules/backup/server/damaged-backup.ts'
import { checkBackup, restoreBackup } from '#modules/backup/server/restore-backup.ts'
import { writeBackup } from '#modules/backup/server/write-backup.ts'
import { seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
let fresh: OpenDatabase
let parent: string
beforeAll(async () => {
	parent = mkdtempSync(join(tmpdir(), 'damaged-backup-'))
	database = await openTestDatabase()
	fresh = await openTestDatabase()
	await seedCatalog(database.db, 10)
	await database.db.insert(usuarios).values([{ email: 'hortensia@correo.cl' }, { email: 'olga@correo.cl' }])
	const files = createFolderFiles(join(parent, 'archivos'))
	await writeBackup({ database, files, now: new Date() }, join(parent, 'whole'))
})
afterAll(async () => {
	await database.close()
	await fresh.close()
	rmSync(parent, { recursive: true })
})

const users = (folder: string) => join(folder, 'tablas/usuarios.jsonl.gz')
const rewrite = (folder: string, change: (rows: string) => string) =>
	writeFileSync(users(folder), gzipSync(change(gunzipSync(readFileSync(users(folder))).toString())))

describe('a backup', () => {
	it('passes the check when it is complete', async () => {
		expect(await checkBackup(join(parent, 'whole'))).toMatchObject({ formato: 1 })
	})

	it.each<[string, (folder: string) => void, RegExp]>([
		['whose table is missing', (folder) => rmSync(users(folder)), /falta el archivo de la tabla usuarios/],
		[
			'whose table is cut off',
			(folder) => truncateSync(users(folder), 40),
			/archivo de la tabla usuarios está cortado/,
		],
		['whose table is no archive', (folder) => writeFileSync(users(folder), 'x'), /tabla usuarios está cortado/],
		['with half a row', (folder) => rewrite(folder, (rows) => rows.slice(0, -5)), /tabla usuarios/],
		['with a row twice', (folder) => rewrite(folder, (rows) => rows + rows), /tabla usuarios/],
		['without its manifest', (folder) => rmSync(join(folder, 'respaldo.json')), /no hay un respaldo completo/],
	])('is rejected with %s, in a sentence that names the table and no row', async (name, damage, sentence) => {
		const folder = join(parent, name)
		cpSync(join(parent, 'whole'), folder, { recursive: true })
		damage(folder)
		for (const read of [() => checkBackup(folder), () => restoreBackup(fresh.db, folder)]) {
			const error: unknown = await read().then(undefined, (reason) => reason)
			expect(error).toBeInstanceOf(DamagedBackup)
			expect((error as Error).message).toMatch(sentence)
			expect((error as Error).message).not.toContain('correo.cl')
		}
		expect(await fresh.db.$count(usuarios)).toBe(0)
	})
})
