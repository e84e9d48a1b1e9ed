export interface Drawing {
	/** What has more pixels is refused before it is decoded; a JPEG may have four times as many. */
	readonly maxPixels: number
	/** The picture drawn is made to fit into these, and never enlarged. Pixels. */
	readonly maxWidth: number
	readonly maxHeight: number
	/** Of the WebP that is written, 1 to 100. */
	readonly quality: number
}

/** What the decoder's process may use up before it ends itself. */
export interface DecoderBounds {
	/** Of processor time, which says the same on a busy machine. */
	readonly cpuMs: number
	readonly memoryBytes: number
}

/** How the decoder's process ends, besides a signal: 0 with the picture on its output, or why there is none. */
export const decoderExit = { drawn: 0, unreadable: 3, tooManyPixels: 4, tooSmall: 5 } as const

/** What the decoder's process is started with, as JSON. */
export type DecoderOrder = { readonly bounds: DecoderBounds } & (
	| { readonly what: 'one'; readonly drawing: Drawing }
	| { readonly what: 'bottle'; readonly maxPixels: number }
)

/** Several files as one: how long the list of their names and lengths is, the list, then the files. */
export function packFiles(files: readonly { readonly name: string; readonly bytes: Buffer }[]): Buffer {
	const list = Buffer.from(JSON.stringify(files.map(({ name, bytes }) => [name, bytes.length])))
	const length = Buffer.alloc(4)
	length.writeUInt32BE(list.length)
	return Buffer.concat([length, list, ...files.map(({ bytes }) => bytes)])
}

/** The files of `packFiles`, by name. */
export function unpackFiles(packed: Buffer): ReadonlyMap<string, Buffer> {
	let at = 4 + packed.readUInt32BE()
	const list: [name: string, length: number][] = JSON.parse(packed.toString('utf8', 4, at))
	const files = new Map<string, Buffer>()
	for (const [name, length] of list) {
		files.set(name, packed.subarray(at, at + length))
		at += length
	}
	return files
}
