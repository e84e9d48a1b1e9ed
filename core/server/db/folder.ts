import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, constants, realpathSync } from 'node:fs'
import { cp, mkdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'

/** Another process has the embedded database of this folder open; two would destroy it. */
export class FolderInUse extends Error {
	override readonly name = 'FolderInUse'
	constructor(folder: string) {
		super(`otra tienda ya tiene abierta la base de datos de ${folder}`)
	}
}

/** The file system cannot lock files, so that a second process would go undetected. */
export class FolderNotLockable extends Error {
	override readonly name = 'FolderNotLockable'
	constructor(folder: string, options?: ErrorOptions) {
		const why = options?.cause instanceof Error ? options.cause.message : 'sin respuesta'
		super(
			`no se puede saber si otra tienda tiene abierta la base de datos de ${folder} (${why}): usa una carpeta de un disco de esta máquina, donde este usuario pueda escribir`,
			options,
		)
	}
}

/** Prefix of the shop's own files in the database's folder. */
const ownPrefix = 'premium-shaker.'
const isOwnFile = (name: string) => name.startsWith(ownPrefix)

/** How long two processes that start at the same time wait before one of them is rejected. Milliseconds. */
const settleMs = 500
const sqliteBusy = 5
/** References every lock: a garbage-collected one is released. */
const locks = new Set<DatabaseSync>()

/** The path of the backup socket of an open shop: in the database's folder, independent of the spelling of its path. */
export function backupSocketOf(folder: string): string {
	const real = realpathSync(folder)
	if (process.platform !== 'win32') return join(real, `${ownPrefix}sock`)
	return `\\\\.\\pipe\\${ownPrefix}${createHash('sha256').update(real).digest('hex').slice(0, 24)}`
}

/**
 * Locks the folder for this process and returns its release function. SQLite takes a kernel lock on a file in the
 * folder: it ends with its process, and is valid for every path to the folder and every container of the machine. This
 * process must not open the file in any other way: POSIX releases a file's locks at its first close. @throws
 * FolderInUse, FolderNotLockable
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
	const path = join(realpathSync(folder), `${ownPrefix}lock`)
	let lock: DatabaseSync | undefined
	try {
		lock = new DatabaseSync(path, { timeout: settleMs })
		lock.exec('begin exclusive')
		chmodSync(path, 0o600)
	} catch (cause) {
		lock?.close()
		if (cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusy) throw new FolderInUse(folder)
		throw new FolderNotLockable(folder, { cause })
	}
	const held = lock
	locks.add(held)
	return async () => {
		locks.delete(held)
		held.close()
	}
}

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
