import { createHash } from 'node:crypto'
import { chmodSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the embedded database of this folder open; two at once would destroy it. */
export class FolderInUse extends Error {
	override readonly name = 'FolderInUse'
	constructor(folder: string) {
		super(`otra tienda ya tiene abierta la base de datos de ${folder}`)
	}
}

/** The file system cannot lock files, so that a second process would go unnoticed. */
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

/** Begins the names of what lies in the database's folder and is not the engine's. */
const ownPrefix = 'premium-shaker.'
export const isOwnFile = (name: string) => name.startsWith(ownPrefix)

/** How long two processes that start at the same moment wait for each other before one of them is refused. */
const settleMs = 500
const sqliteBusy = 5
/** Holds every lock: one that is collected as garbage is released. */
const locks = new Set<DatabaseSync>()

/** Path of the socket on which an open shop takes requests for a backup: in the database's folder, found by every spelling of its path. */
export function backupSocketOf(folder: string): string {
	const real = realpathSync(folder)
	if (process.platform !== 'win32') return join(real, `${ownPrefix}sock`)
	return `\\\\.\\pipe\\${ownPrefix}${createHash('sha256').update(real).digest('hex').slice(0, 24)}`
}

/**
 * Locks the folder for this process and returns how to release it. The lock is the kernel's, on a file in the folder, taken by
 * SQLite: it ends with its process, and holds for every path to the folder and every container of the machine.
 * The file must not be opened by this process in any other way: POSIX releases a file's locks at its first close.
 * @throws FolderInUse, FolderNotLockable
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
