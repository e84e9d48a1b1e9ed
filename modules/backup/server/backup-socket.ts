import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { z } from 'zod'
import { backupSocketOf } from '#core/server/db/folder.ts'
import type { Manifest } from '#modules/backup/server/write-backup.ts'

const answerSchema = z.union([
	z.object({
		tablas: z.array(z.object({ nombre: z.string(), filas: z.int() })),
		archivos: z.int(),
		faltan: z.int(),
	}),
	z.object({ error: z.string() }),
])

type Written = Pick<Manifest, 'tablas' | 'archivos' | 'faltan'>

/**
 * Serves backups of an open shop, as the embedded database is open in one process only: `write` fills the folder named
 * by the operator's command. Returns the function that closes the socket.
 */
export async function openBackupSocket(
	folder: string,
	write: (target: string) => Promise<Written>,
): Promise<() => void> {
	const path = backupSocketOf(folder)
	// This process owns the database, so an existing socket was left by a dead process.
	if (process.platform !== 'win32') rmSync(path, { force: true })
	const server = createServer({ allowHalfOpen: true }, (visitor) => void answer(visitor, write)).unref()
	server.listen(path)
	await once(server, 'listening')
	if (process.platform !== 'win32') chmodSync(path, 0o600)
	return () => void server.close()
}

/** Reads until the other side ends, and leaves the socket open for the answer: Node's own consumers destroy it. */
async function readText(socket: Socket): Promise<string> {
	const chunks: Buffer[] = []
	socket.on('data', (chunk: Buffer) => chunks.push(chunk))
	await once(socket, 'end')
	return Buffer.concat(chunks).toString()
}

async function answer(visitor: Socket, write: (target: string) => Promise<Written>): Promise<void> {
	// A command that ended meanwhile gets no answer, and its shop goes on.
	visitor.on('error', () => {})
	try {
		const { tablas, archivos, faltan } = await write(await readText(visitor))
		visitor.end(JSON.stringify({ tablas, archivos, faltan }))
	} catch (error) {
		visitor.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
	}
}

/** Requests a backup in `target` from the shop with the open database in `folder`; undefined when none is running. */
export async function requestBackup(folder: string, target: string): Promise<Written | undefined> {
	// No folder: no shop was ever opened there.
	if (!existsSync(folder)) return undefined
	const connection = connect({ path: backupSocketOf(folder), allowHalfOpen: true })
	try {
		await once(connection, 'connect')
	} catch {
		// Connection refused: the shop is stopped.
		return undefined
	}
	connection.end(target)
	const answer = answerSchema.parse(JSON.parse(await readText(connection)))
	if ('error' in answer) throw new Error(answer.error)
	return answer
}
