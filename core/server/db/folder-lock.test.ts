import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderInUse, FolderNotLockable, lockFolder } from '#core/server/db/folder-lock.ts'

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
	const args = ['--input-type=module', '-e', program, resolve('core/server/db/folder-lock.ts'), path, String(at)]
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
