import type { Readable } from 'node:stream'

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
