import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupText, writeBackup } from '#server/backup/write-backup.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import type { Files } from '#server/files/files.ts'
import type { Clock } from '#server/platform/clock.ts'

/** So many stay: each holds the whole shop, on the disk that sells. */
const maxBackups = 3
/** Only what was written here is ever thrown away. */
const ownName = /^panel-[\dT-]+$/
const draftName = /^draft-[\da-f-]{36}$/
/** Whoever still writes a backup writes far more often than this. */
const abandonedMs = 60 * 60_000

export interface BackUpHereDeps {
	readonly database: Pick<OpenDatabase, 'db' | 'readAside'>
	readonly files: Files
	readonly clock: Clock
	/** A folder of this machine, absolute; made where it is missing. */
	readonly folder: string
}

/** What a backup holds, in words, and how many pictures it should have had and did not. */
interface BackupOutcome {
	readonly texto: string
	readonly faltan: number
}

/**
 * Gives what writes a backup into a folder of its own below `folder` and throws the oldest ones of those away. Asked again while
 * it writes, it answers with that one. Throws what kept it from being written; nothing half written stays.
 */
export function createBackUpHere(deps: BackUpHereDeps): () => Promise<BackupOutcome> {
	let running: Promise<BackupOutcome> | undefined
	return () => {
		running ??= backUp(deps).finally(() => {
			running = undefined
		})
		return running
	}
}

async function backUp({ database, files, clock, folder }: BackUpHereDeps): Promise<BackupOutcome> {
	const now = clock.now()
	const draft = join(folder, `draft-${randomUUID()}`)
	mkdirSync(folder, { recursive: true, mode: 0o700 })
	clearAbandoned(folder)
	try {
		const manifest = await writeBackup({ database, files, now }, draft)
		renameSync(draft, join(folder, `panel-${now.toISOString().slice(0, 23).replace(/[:.]/g, '-')}`))
		const own = readdirSync(folder).filter((name) => ownName.test(name))
		for (const old of own.sort().slice(0, -maxBackups)) rmSync(join(folder, old), { recursive: true })
		return { texto: backupText(manifest), faltan: manifest.faltan }
	} finally {
		rmSync(draft, { recursive: true, force: true })
	}
}

/**
 * Throws away what processes left that died while they wrote. Another process may be writing in the same folder, in a container
 * where its number says nothing, so that the time of its files tells.
 */
function clearAbandoned(folder: string): void {
	for (const draft of readdirSync(folder).filter((name) => draftName.test(name))) {
		const path = join(folder, draft)
		if (lastWritten(path) < Date.now() - abandonedMs) rmSync(path, { recursive: true, force: true })
	}
}

/** When anything in the folder was last written, in ms. What is renamed or deleted meanwhile counts as written now. */
function lastWritten(folder: string): number {
	try {
		const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		return Math.max(...[folder, ...inside.map((name) => join(folder, name))].map((path) => statSync(path).mtimeMs))
	} catch {
		return Number.POSITIVE_INFINITY
	}
}
