import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backupSocketOf } from '#core/server/db/folder.ts'
import { openBackupSocket, requestBackup } from '#modules/backup/server/backup-socket.ts'

const written = { tablas: [{ nombre: 'ordenes', filas: 3 }], archivos: 2, faltan: 1 }

let folder: string
let close = () => {}
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'door-'))
})
afterEach(() => {
	close()
	rmSync(folder, { recursive: true })
})

it('reports to the command what was written, or why nothing was', async () => {
	close = await openBackupSocket(folder, async (target) => {
		if (target === '/full') throw new Error('no space left')
		return written
	})
	expect(await requestBackup(folder, '/target')).toEqual(written)
	await expect(requestBackup(folder, '/full')).rejects.toThrow('no space left')
})

it('survives the end of the command during a backup', async () => {
	const { promise: isGone, resolve: leave } = Promise.withResolvers<void>()
	let began = () => {}
	const writing = new Promise<void>((resolve) => {
		began = resolve
	})
	close = await openBackupSocket(folder, async () => {
		began()
		await isGone
		return written
	})
	const visitor = connect({ path: backupSocketOf(folder), allowHalfOpen: true })
	visitor.end('/target')
	await writing
	visitor.destroy()
	await once(visitor, 'close')
	leave()
	// The answer fails on the closed socket in the next turns of the loop; unhandled, that error would end the process.
	for (let turn = 0; turn < 20; turn++) await setImmediate()
	expect(await requestBackup(folder, '/target')).toEqual(written)
})
