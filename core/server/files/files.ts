import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Database, Transaction } from '#core/server/db/database.ts'

/** Bytes of a file, both ends included, counted from 0. */
export interface ByteRange {
	readonly start: number
	readonly end: number
}

/** An existing file, not yet read. */
export interface StoredFile {
	readonly size: number
	/** A stream of all or some of its bytes, with backpressure. */
	read(range?: ByteRange): Promise<Readable>
}

/** The shop's file store (proofs, copies of the feed's pictures): a folder, or an S3-compatible bucket. */
export interface Files {
	/** Stores bytes under a key such as `comprobantes/<id>.webp`, replacing a previous file. */
	put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
	get(key: string): Promise<Uint8Array | undefined>
	/** A file to be streamed, or undefined for an unknown key. */
	open(key: string): Promise<StoredFile | undefined>
	delete(key: string): Promise<void>
}

/** A file that belongs to a row, so that a backup has to have it. */
export interface KeptFile {
	readonly archivo: string
	/** Whether a missing file should exist. */
	readonly isWanted: (db: Database) => Promise<boolean>
}

/** Reads the files of a module's rows. */
export type ReadKeptFiles = (tx: Transaction) => Promise<KeptFile[]>

const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/i

/** Validates that a key is a plain path below the store (`comprobantes/<id>.webp`). Throws a RangeError otherwise. */
export function checkedKey(key: string): string {
	if (key.length > 200 || !keyPattern.test(key)) throw new RangeError(`not a key of a file: ${JSON.stringify(key)}`)
	return key
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Files in a folder (absolute path), readable by this user alone. Written under a temporary name first: a crash leaves
 * the earlier file.
 */
export function createFolderFiles(location: string): Files {
	let drafts = 0

	return {
		async put(key, bytes) {
			const place = checkedKey(key)
			drafts += 1
			const draft = `${place}.draft-${process.pid}-${drafts}`
			await mkdir(dirname(join(location, place)), { recursive: true, mode: 0o700 })
			await writeFile(join(location, draft), bytes, { mode: 0o600 })
			await rename(join(location, draft), join(location, place))
		},
		async get(key) {
			try {
				return new Uint8Array(await readFile(join(location, checkedKey(key))))
			} catch (error) {
				if (isMissing(error)) return undefined
				throw error
			}
		},
		async open(key) {
			const path = join(location, checkedKey(key))
			try {
				const { size } = await stat(path)
				return { size, read: async (range) => createReadStream(path, { ...range }) }
			} catch (error) {
				if (isMissing(error)) return undefined
				throw error
			}
		},
		async delete(key) {
			await rm(join(location, checkedKey(key)), { force: true })
		},
	}
}
