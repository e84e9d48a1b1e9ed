import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts'

it('gives a folder to one at a time, and again after it was let go', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-'))
	const unlock = await lockFolder(folder)
	await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
	await (await lockFolder(mkdtempSync(join(tmpdir(), 'premium-shaker-'))))()
	await unlock()
	await (await lockFolder(folder))()
})
