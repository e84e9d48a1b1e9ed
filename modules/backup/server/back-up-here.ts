import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { type CopyOutsideDeps, copyOutside } from '#modules/backup/server/copy-outside.ts'
import { backupText, type Manifest, writeBackup } from '#modules/backup/server/write-backup.ts'

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
	/** Where each backup is also sent. */
	readonly outside?: Omit<CopyOutsideDeps, 'db'> | undefined
}

/** The description of a backup, the number of missing pictures, and where its copy outside lies, if any. */
export interface BackupOutcome {
	readonly texto: string
	readonly faltan: number
	readonly fuera?: string | undefined
}

/**
 * Returns a function that writes a backup into a new folder below `folder`, deletes the oldest ones, and sends it outside.
 * Parallel calls share one backup. Throws the error of a failed write, and leaves no partial backup.
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

async function backUp(deps: BackUpHereDeps): Promise<BackupOutcome> {
	const { clock, folder } = deps
	return await withDraft(deps, async (draft, manifest) => {
		const place = join(folder, `panel-${clock.now().toISOString().slice(0, 23).replace(/[:.]/g, '-')}`)
		renameSync(draft, place)
		const own = readdirSync(folder).filter((name) => ownName.test(name))
		for (const old of own.sort().slice(0, -maxBackups)) rmSync(join(folder, old), { recursive: true })
		const { faltan } = manifest
		return { texto: backupText(manifest), faltan, fuera: await sendOutside(deps, place, faltan) }
	})
}

/** Writes a backup that only lies outside afterwards. @throws for one with missing pictures, after it was sent */
export async function backUpOutside(deps: BackUpHereDeps): Promise<void> {
	await withDraft(deps, async (draft, { faltan }) => {
		await sendOutside(deps, draft, faltan)
		if (faltan > 0) throw new Error(`the backup lacks ${faltan} pictures`)
	})
}

async function sendOutside({ database: { db }, clock, outside }: BackUpHereDeps, folder: string, faltan: number) {
	return outside && (await copyOutside({ ...outside, db }, { folder, faltan }, clock.now()))
}

/** Writes a backup into a folder that is gone after `use`. */
async function withDraft<Result>(
	{ database, files, clock, folder }: BackUpHereDeps,
	use: (draft: string, manifest: Manifest) => Promise<Result>,
): Promise<Result> {
	const draft = join(folder, `draft-${randomUUID()}`)
	mkdirSync(folder, { recursive: true, mode: 0o700 })
	clearAbandoned(folder)
	try {
		return await use(draft, await writeBackup({ database, files, now: clock.now() }, draft))
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
