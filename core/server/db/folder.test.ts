import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPglite } from '#core/server/db/database.ts'
import { copiesOf, FolderInUse, FolderNotLockable, lockFolder } from '#core/server/db/folder.ts'
import { ajustes } from '#modules/settings/tables.ts'
import { preparedDataDir } from '#tests/failures/shop-process.ts'

describe('folder lock', () => {
	/** Locks its first argument at the time of its second, prints the result, and runs until it is killed. */
	const program = `const [file, folder, at] = process.argv.slice(1)
const { lockFolder } = await import(file)
while (Date.now() < Number(at)) {}
try { await lockFolder(folder); console.log('locked') } catch (error) { console.log(error.name) }
setInterval(() => {}, 1000)`

	let parent: string
	let folder: string
	const children: ChildProcess[] = []
	beforeEach(() => {
		parent = realpathSync(mkdtempSync(join(tmpdir(), 'folder-lock-')))
		folder = join(parent, 'base')
		mkdirSync(folder)
	})
	afterEach(() => {
		for (const child of children.splice(0)) child.kill('SIGKILL')
		rmSync(parent, { recursive: true })
	})

	/** Starts another process that locks `path`; returns its result and a function to kill it. */
	function inAnotherProcess(path: string, { at = 0, cwd = process.cwd(), temporary = tmpdir() } = {}) {
		const args = ['--input-type=module', '-e', program, resolve('core/server/db/folder.ts'), path, String(at)]
		const child = spawn(process.execPath, args, {
			cwd,
			env: { ...process.env, TMPDIR: temporary, NODE_OPTIONS: '' },
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		children.push(child)
		return {
			outcome: once(child.stdout, 'data').then(([text]) => String(text).trim()),
			async kill() {
				child.kill('SIGKILL')
				await once(child, 'exit')
			},
		}
	}

	describe('lockFolder', () => {
		it('locks a folder for one caller at a time, and again after its release', async () => {
			const unlock = await lockFolder(folder)
			await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
			mkdirSync(join(parent, 'other'))
			await (await lockFolder(join(parent, 'other')))()
			await unlock()
			await (await lockFolder(folder))()
		})

		it('rejects another process with another TMPDIR, working folder, relative path or link to the folder', async () => {
			const unlock = await lockFolder(folder)
			symlinkSync(folder, join(parent, 'link'))
			symlinkSync(parent, join(parent, 'round'))
			const tries = [
				inAnotherProcess(folder, { temporary: parent }),
				inAnotherProcess('base', { cwd: parent }),
				inAnotherProcess(join(parent, 'link'), { temporary: parent }),
				inAnotherProcess(join(parent, 'round', 'base')),
			]
			expect(await Promise.all(tries.map(({ outcome }) => outcome))).toEqual(tries.map(() => 'FolderInUse'))
			await unlock()
		})

		it('locks the folder of a killed process for exactly one of two that start at the same time', async () => {
			for (let round = 0; round < 3; round++) {
				const killed = inAnotherProcess(folder)
				expect(await killed.outcome).toBe('locked')
				await killed.kill()
				const at = Date.now() + 1000
				const both = [inAnotherProcess(folder, { at }), inAnotherProcess(folder, { at, temporary: parent })]
				const outcomes = await Promise.all(both.map(({ outcome }) => outcome))
				expect(outcomes.toSorted()).toEqual(['FolderInUse', 'locked'])
				for (const { kill } of both) await kill()
			}
		})

		it('rejects a folder without file locks', async () => {
			mkdirSync(join(folder, 'premium-shaker.lock'))
			await expect(lockFolder(folder)).rejects.toThrow(FolderNotLockable)
		})
	})
})

describe('read copy', () => {
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
			const args = ['--input-type=module', '-e', program, resolve('core/server/db/folder.ts'), folder]
			const { stdout } = await promisify(execFile)(process.execPath, args, {
				env: { ...process.env, NODE_OPTIONS: '' },
			})
			return stdout.trim()
		}
		expect(await database.readAside(tryToLock)).toBe('FolderInUse')
		expect(await tryToLock()).toBe('FolderInUse')
	})
})
