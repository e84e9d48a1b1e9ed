export interface Drawing {
	/** Pictures with more pixels are rejected before decoding; a JPEG may have four times as many. */
	readonly maxPixels: number
	/** The drawing is scaled down to fit, and never enlarged. Pixels. */
	readonly maxWidth: number
	readonly maxHeight: number
	/** The WebP's quality, 1 to 100. */
	readonly quality: number
}

/** The decoder's limits, beyond which its process ends itself. */
export interface DecoderBounds {
	/** Processor time, which does not depend on the machine's load. */
	readonly cpuMs: number
	readonly memoryBytes: number
}

/** Exit codes of the decoder's process: 0 with the picture on its output, else the reason. */
export const decoderExit = { drawn: 0, unreadable: 3, tooManyPixels: 4, tooSmall: 5 } as const

/** The decoder's argument, as JSON. */
export type DecoderOrder = { readonly bounds: DecoderBounds } & (
	| { readonly what: 'one'; readonly drawing: Drawing }
	| { readonly what: 'files'; readonly drawing: string; readonly maxPixels: number }
)

/** Packs files into one: the length of an index of names and lengths, the index, then the files. */
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
