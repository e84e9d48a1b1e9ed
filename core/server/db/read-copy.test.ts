import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openPglite } from '#core/server/db/database.ts'
import { copiesOf } from '#core/server/db/read-copy.ts'
import { ajustes } from '#modules/settings/tables.ts'
import { preparedDataDir } from '#tests/failures/shop-process.ts'

let folder: string
// The shop sets its umask; later test files share the process.
const umask = process.umask()
let database: OpenDatabase

beforeAll(async () => {
	const dataDir = preparedDataDir()
	folder = join(dataDir, 'base')
	// The state after a process was killed while it read a copy.
	mkdirSync(join(copiesOf(folder), 'left'), { recursive: true })
	database = await openPglite(folder)
})
afterAll(async () => {
	await database.close()
	process.umask(umask)
	rmSync(join(folder, '..'), { recursive: true })
})

const clave = 'dias_efectivo'
const set = (valor: string) =>
	database.db
		.insert(ajustes)
		.values({ clave, valor, version: 1 })
		.onConflictDoUpdate({ target: ajustes.clave, set: { valor } })
const valueIn = async (db: OpenDatabase['db']) =>
	(await db.select().from(ajustes).where(eq(ajustes.clave, clave)))[0]?.valor

it('deletes copies that a killed process left', () => {
	expect(existsSync(copiesOf(folder))).toBe(false)
})

it('reads a snapshot while the shop continues to write', async () => {
	await set('5')
	const seen = await database.readAside(async (aside) => {
		await set('6')
		return [await valueIn(aside), await valueIn(database.db)]
	})
	expect(seen).toEqual(['5', '6'])
	expect(existsSync(copiesOf(folder))).toBe(false)
})

it('survives a failed read, and runs several in parallel', async () => {
	const failing = database.readAside(() => Promise.reject(new Error('the disk is full')))
	const reading = [1, 2].map(() => database.readAside(valueIn))
	await expect(failing).rejects.toThrow('the disk is full')
	expect(await Promise.all(reading)).toEqual(['6', '6'])
	expect(existsSync(copiesOf(folder))).toBe(false)
})

it('stays locked for other processes while its copy is read and afterwards', async () => {
	const program = `const { lockFolder } = await import(process.argv[1])
await lockFolder(process.argv[2]).then(() => console.log('locked'), (error) => console.log(error.name))`
	const tryToLock = async () => {
		const args = ['--input-type=module', '-e', program, resolve('core/server/db/folder-lock.ts'), folder]
		const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } })
		return stdout.trim()
	}
	expect(await database.readAside(tryToLock)).toBe('FolderInUse')
	expect(await tryToLock()).toBe('FolderInUse')
})
