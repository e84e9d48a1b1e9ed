import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DiskState {
	/** Bytes available to this user; undefined where the file system does not report them. */
	readonly freeBytes: number | undefined
	/** Whether a file can be written in each of the folders. */
	readonly isWritable: boolean
}

const cacheMs = 10_000
/** A full disk still accepts an empty file. */
const probe = Buffer.alloc(4096)

async function canWrite(folder: string): Promise<boolean> {
	const path = join(folder, `.probe-${randomUUID()}`)
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 })
		await writeFile(path, probe, { mode: 0o600 })
		return true
	} catch {
		return false
	} finally {
		await rm(path, { force: true }).catch(() => {})
	}
}

const freeBytes = (folder: string) =>
	statfs(folder).then(
		({ bavail, bsize }) => bavail * bsize,
		() => undefined,
	)

/** Returns the reader of the folders' disk state, which reads at most once in ten seconds. */
export function createDiskState(folders: readonly [string, ...string[]]): () => Promise<DiskState> {
	let readAt = Number.NEGATIVE_INFINITY
	let state: Promise<DiskState> | undefined
	const read = async (): Promise<DiskState> => ({
		freeBytes: await freeBytes(folders[0]),
		isWritable: (await Promise.all(folders.map(canWrite))).every(Boolean),
	})
	return () => {
		if (state && performance.now() - readAt < cacheMs) return state
		readAt = performance.now()
		state = read()
		return state
	}
}
