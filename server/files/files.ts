/** Where the shop keeps files (proofs, copies of the feed's pictures): a folder, or an S3-compatible bucket. */
export interface Files {
	/** Stores bytes under a key such as `comprobantes/<id>.webp`, replacing what stood there. */
	put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
	/** The bytes of a key, or undefined when there is no such file. */
	get(key: string): Promise<Uint8Array | undefined>
	delete(key: string): Promise<void>
}
