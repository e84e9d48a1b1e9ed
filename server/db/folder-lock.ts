import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Another process has the embedded database of this folder open; two at once would destroy it. */
export class FolderInUse extends Error {
	override readonly name = 'FolderInUse'
	constructor(folder: string) {
		super(`otra tienda ya tiene abierta la base de datos de ${folder}`)
	}
}

/** A socket that the folder's owner listens on for one purpose: unlike a file with a number in it, it cannot outlive its process unnoticed. */
export function socketOf(folder: string, purpose: 'database' | 'backup' = 'database'): string {
	const suffix = purpose === 'database' ? '' : `-${purpose}`
	const name = `premium-shaker-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 24)}${suffix}`
	return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

async function isAnswered(socket: string): Promise<boolean> {
	const probe = connect(socket)
	try {
		await once(probe, 'connect')
		return true
	} catch {
		// Nobody listens: the socket's file, if there is one, was left by a process that died.
		return false
	} finally {
		probe.destroy()
	}
}

/** Takes the folder for this process and gives how to let it go. Throws FolderInUse when another one has it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
	const socket = socketOf(folder)
	if (await isAnswered(socket)) throw new FolderInUse(folder)
	if (process.platform !== 'win32') rmSync(socket, { force: true })
	const server = createServer((visitor) => visitor.destroy()).unref()
	server.listen(socket)
	await once(server, 'listening')
	return () => new Promise((done) => server.close(() => done()))
}
