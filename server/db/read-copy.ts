import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { cp, mkdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { isOwnFile } from '#server/db/folder-lock.ts'

/** Where copies of the embedded database in `folder` lie while they are read: beside it, so that they are as private. */
export const copiesOf = (folder: string) => `${folder}-copias`

/** The first and the last file of the log that a copy needs; what lies beside them is old, or kept to be written later. */
const neededLog = `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
	from pg_control_checkpoint()`

/** Copies the files. The one connection is held meanwhile, so that nothing is written: they are as after a loss of power. */
async function copyFiles(client: PGlite, folder: string, copy: string): Promise<void> {
	await client.exec('checkpoint')
	await client.transaction(async (tx) => {
		const [log] = (await tx.query<{ first: string; last: string }>(neededLog)).rows
		const isNeeded = (path: string) => {
			const name = basename(path)
			// To open and close the lock's file here would release it.
			if (isOwnFile(name)) return false
			const isLog = basename(dirname(path)) === 'pg_wal' && /^[\dA-F]{24}$/.test(name)
			return !isLog || (log !== undefined && name >= log.first && name <= log.last)
		}
		await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isNeeded })
	})
}

/**
 * Lets `read` take its time with a copy of the embedded database, open by itself: in one transaction on its only connection it
 * would keep everybody else waiting. Nothing of the copy stays.
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
		// Another one may be at work.
		await rmdir(copies).catch(() => {})
	}
}
