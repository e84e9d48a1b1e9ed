import { createHash } from 'node:crypto'
import { chmodSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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
export const isOwnFile = (name: string) => name.startsWith(ownPrefix)

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
