import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The project's folder, as source (server/) or build (dist/shop/): the nearest with a package.json. */
export const projectFolder = nearestPackage(import.meta.dirname)

function nearestPackage(folder: string): string {
	if (existsSync(join(folder, 'package.json'))) return folder
	const parent = dirname(folder)
	if (parent === folder) throw new Error('there is no package.json above the shop')
	return nearestPackage(parent)
}

/** Set by the build (vite.config.ts); undefined when running from source. */
declare const shopCommit: string | undefined

interface ShopVersion {
	readonly version: string
	/** The first 12 digits of the built commit; empty when unknown. */
	readonly commit: string
}

interface Manifest {
	readonly version: string
	readonly patchedNode: readonly string[]
}

const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as Manifest

/** The first release of each line of Node without published vulnerabilities. */
export const { patchedNode } = manifest

/** The release of this process. */
export const shopVersion: ShopVersion = {
	version: manifest.version,
	commit: typeof shopCommit === 'string' ? shopCommit : '',
}

/**
 * Whether this version of Node has no published vulnerability: at least the listed release of its line (`patchedNode`
 * in package.json).
 */
export function isPatchedNode(version: string): boolean {
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
	return patchedNode.some((listed) => {
		const [line = 0, leastMinor = 0, leastPatch = 0] = listed.split('.').map(Number)
		return major === line && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch))
	})
}

/** The warning about the Node of this process; undefined for a patched one. */
export function runtimeWarning(version = process.versions.node): string | undefined {
	if (isPatchedNode(version)) return undefined
	return `Node ${version} tiene fallas publicadas: instala en la máquina ${patchedNode.join(', ')} o una más nueva de esas líneas`
}

/** Below this the disk of the data counts as nearly full. */
export const leastFreeBytes = 1024 ** 3

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
