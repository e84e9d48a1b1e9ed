import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { backupText, writeBackup } from '#modules/backup/server/write-backup.ts'

/** Backups retained: each contains the whole shop, on the disk that the shop uses. */
const maxBackups = 3
/** Only folders with this name are ever deleted. */
const ownName = /^panel-[\dT-]+$/
const draftName = /^draft-[\da-f-]{36}$/
/** A running backup writes far more often than this. */
const abandonedMs = 60 * 60_000

export interface BackUpHereDeps {
	readonly database: Pick<OpenDatabase, 'db' | 'readAside'>
	readonly files: Files
	readonly clock: Clock
	/** An absolute folder of this machine; created when missing. */
	readonly folder: string
}

/** The description of a backup, and the number of missing pictures. */
export interface BackupOutcome {
	readonly texto: string
	readonly faltan: number
}

/**
 * Returns a function that writes a backup into a new folder below `folder` and deletes the oldest ones. Parallel calls
 * share one backup. Throws the error of a failed write, and leaves no partial backup.
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
 * Deletes what killed processes left. Another container may be writing into the same folder, where process ids mean
 * nothing, so the files' times decide.
 */
function clearAbandoned(folder: string): void {
	for (const draft of readdirSync(folder).filter((name) => draftName.test(name))) {
		const path = join(folder, draft)
		if (lastWritten(path) < Date.now() - abandonedMs) rmSync(path, { recursive: true, force: true })
	}
}

/** The time of the last write in the folder, in ms. Files renamed or deleted meanwhile count as written now. */
function lastWritten(folder: string): number {
	try {
		const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		return Math.max(...[folder, ...inside.map((name) => join(folder, name))].map((path) => statSync(path).mtimeMs))
	} catch {
		return Number.POSITIVE_INFINITY
	}
}
