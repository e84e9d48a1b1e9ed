import type { Readable } from 'node:stream'

/** Some bytes of a file, both ends included, counted from 0. */
export interface ByteRange {
	readonly start: number
	readonly end: number
}

/** A file that is there, not yet read. */
export interface StoredFile {
	readonly size: number
	/** Its bytes, or some of them, read as fast as they are taken. */
	read(range?: ByteRange): Promise<Readable>
}

/** Where the shop keeps files (proofs, copies of the feed's pictures): a folder, or an S3-compatible bucket. */
export interface Files {
	/** Stores bytes under a key such as `comprobantes/<id>.webp`, replacing what stood there. */
	put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
	get(key: string): Promise<Uint8Array | undefined>
	/** A file to be sent on without being held in memory, or undefined when there is no such file. */
	open(key: string): Promise<StoredFile | undefined>
	delete(key: string): Promise<void>
}
