import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { cp, mkdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { isOwnFile } from '#core/server/db/folder-lock.ts'

/** The folder of copies of the embedded database while they are read: beside it, with the same privacy. */
export const copiesOf = (folder: string) => `${folder}-copias`

/** The first and the last WAL file that a copy needs; others are old or preallocated. */
const neededLog = `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
	from pg_control_checkpoint()`

/**
 * Copies the files while the only connection is locked, so that nothing is written: the state equals that after a power
 * loss.
 */
async function copyFiles(client: PGlite, folder: string, copy: string): Promise<void> {
	await client.exec('checkpoint')
	await client.transaction(async (tx) => {
		const [log] = (await tx.query<{ first: string; last: string }>(neededLog)).rows
		const isNeeded = (path: string) => {
			const name = basename(path)
			// Opening and closing the lock's file here would release it.
			if (isOwnFile(name)) return false
			const isLog = basename(dirname(path)) === 'pg_wal' && /^[\dA-F]{24}$/.test(name)
			return !isLog || (log !== undefined && name >= log.first && name <= log.last)
		}
		await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isNeeded })
	})
}

/**
 * Runs `read` on an open copy of the embedded database: a transaction on its only connection would block every request.
 * Deletes the copy afterwards.
 */
export async function readCopy<Result>(
	{ client, folder, options }: { client: PGlite; folder: string; options: PGliteOptions },
	read: (copy: PGlite) => Promise<Result>,
): Promise<Result> {
	const { PGlite: Embedded } = await import('@electric-sql/pglite')
	const copies = copiesOf(folder)
	const copy = join(copies, randomUUID())
	await mkdir(copies, { recursive: true, mode: 0o700 })
	try {
		await copyFiles(client, folder, copy)
		const opened = await Embedded.create({ ...options, dataDir: copy })
		try {
			return await read(opened)
		} finally {
			await opened.close()
		}
	} finally {
		await rm(copy, { recursive: true, force: true })
		// Another copy may be in use.
		await rmdir(copies).catch(() => {})
	}
}
