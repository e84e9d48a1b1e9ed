import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { refuse } from '#core/contract/failure.ts'
import { createConcurrencyLimit } from '#core/server/http/limits.ts'
import {
	type DecoderBounds,
	type DecoderOrder,
	type Drawing,
	decoderExit,
	unpackFiles,
} from '#core/server/pictures/drawing.ts'
import { projectFolder } from '#core/server/platform/runtime.ts'

/**
 * Why no picture was drawn. `incomplete`: it was truncated. `too_costly`: its decoder exceeded its time or memory and
 * was ended.
 */
export type Undrawn = 'unreadable' | 'incomplete' | 'too_many_pixels' | 'too_small' | 'too_costly'

export interface PictureDecoder {
	/**
	 * Re-encodes a JPEG, PNG or WebP as an upright WebP, one at a time, in a process that is ended beyond its `bounds`. An
	 * error of `stillWanted` ends the call. Throws `servicio_ocupado` when too many wait or the shop stops.
	 */
	draw(bytes: Uint8Array, drawing: Drawing, stillWanted?: () => Promise<void>): Promise<Uint8Array | Undrawn>
	/** Draws files from one photo, by file name, as `drawing` of `modules/lists/drawings.ts` says; otherwise as `draw`. */
	drawFiles(photo: Uint8Array, drawing: string): Promise<ReadonlyMap<string, Uint8Array> | Undrawn>
	close(): Promise<void>
}

/** The decoder's file, as source or in the build. It belongs to the shop, since modules add what it draws. */
const builtOrSource = join(
	projectFolder,
	import.meta.filename.endsWith('.ts') ? 'shop/server/decoder-process.ts' : 'dist/shop/picture-decoder.js',
)

/** Few large memory blocks, freed at once; and none of the shop's own environment, which contains its secrets. */
const env = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }
const flags = ['--max-old-space-size=64', '--max-semi-space-size=2']

/** A progressive JPEG of 50 megapixels, the largest honest picture, takes two seconds of processor time and 300 MB. */
const usualBounds = { cpuMs: 6000, memoryBytes: 512 * 1024 * 1024 }
/** A photo becomes a dozen pictures, drawn rarely. 50 megapixels are a phone's largest photo. */
const filesBounds = { cpuMs: 30_000, memoryBytes: 768 * 1024 * 1024 }
const filesPixels = 51_000_000
/** Wall-clock limit of a decoder that does not end itself. Milliseconds. */
const usualWallMs = 30_000
const filesWallMs = 120_000

const startDecoder = (entry: string, order: DecoderOrder) =>
	spawn(process.execPath, [...flags, entry, JSON.stringify(order)], {
		stdio: ['pipe', 'pipe', 'ignore'],
		env,
		windowsHide: true,
	})

/** Sends a decoder its picture and waits for its exit, `wallMs` at most. */
async function decoded(child: ReturnType<typeof startDecoder>, bytes: Uint8Array, wallMs: number) {
	const timer = setTimeout(() => child.kill('SIGKILL'), wallMs)
	try {
		const parts: Buffer[] = []
		child.stdout.on('data', (part: Buffer) => parts.push(part))
		// It may exit before it has read everything; its exit code is the reason.
		child.stdin.on('error', () => {})
		child.stdin.end(bytes)
		await once(child, 'close')
		return { code: child.exitCode, signal: child.signalCode, drawn: Buffer.concat(parts) }
	} finally {
		clearTimeout(timer)
	}
}

/** Decodes pictures outside this process. The options are for tests of a faulty decoder. */
export function createPictureDecoder(
	options: { entry?: string; wallMs?: number; bounds?: Partial<DecoderBounds> } = {},
): PictureDecoder {
	const { entry = builtOrSource } = options
	const boundsOf = (usual: DecoderBounds) => ({ ...usual, ...options.bounds })
	const withLimit = createConcurrencyLimit({ atOnce: 1, maxWaiting: 24 })
	let running: ChildProcess | undefined
	let isClosed = false
	const refuseClosed = () => {
		if (isClosed) refuse('servicio_ocupado')
	}

	async function decode(bytes: Uint8Array, order: DecoderOrder, usualMs: number): Promise<Buffer | Undrawn> {
		const child = startDecoder(entry, order)
		running = child
		const ended = await decoded(child, bytes, options.wallMs ?? usualMs).finally(() => {
			running = undefined
		})
		refuseClosed()
		return ended.signal === 'SIGKILL' ? 'too_costly' : outcomeOf(ended.code, ended.drawn)
	}

	return {
		async draw(bytes, drawing, stillWanted) {
			const plain = plainPicture(bytes)
			if (!plain) return cutOff<Undrawn>(bytes, 'unreadable')
			return await withLimit(async () => {
				refuseClosed()
				await stillWanted?.()
				refuseClosed()
				const order: DecoderOrder = { what: 'one', drawing, bounds: boundsOf(usualBounds) }
				return cutOff(bytes, await decode(plain, order, usualWallMs))
			})
		},
		async drawFiles(photo, drawing) {
			const plain = plainPicture(photo)
			if (!plain) return cutOff<Undrawn>(photo, 'unreadable')
			return await withLimit(async () => {
				refuseClosed()
				const order: DecoderOrder = { what: 'files', drawing, maxPixels: filesPixels, bounds: boundsOf(filesBounds) }
				const drawn = await decode(plain, order, filesWallMs)
				return typeof drawn === 'string' ? cutOff(photo, drawn) : unpackFiles(drawn)
			})
		},
		async close() {
			isClosed = true
			if (!running) return
			const ended = once(running, 'close')
			running.kill('SIGKILL')
			await ended
		},
	}
}

/** A picture of a supported kind, without chunks not needed for drawing; undefined for anything else. */
function plainPicture(bytes: Uint8Array): Uint8Array | undefined {
	const kind = pictureKind(bytes)
	if (!kind) return undefined
	return kind === 'png' ? trimPng(bytes) : bytes
}

/** A truncated file gets an error of its own, as it can be sent again. */
const cutOff = <T>(bytes: Uint8Array, drawn: T | Undrawn): T | Undrawn =>
	drawn === 'unreadable' && isCutOff(bytes) ? 'incomplete' : drawn

/** Maps the decoder's exit to its result. Throws when it could not run at all. */
function outcomeOf(code: number | null, drawn: Buffer): Buffer | Undrawn {
	if (code === decoderExit.drawn && drawn.length > 0) return drawn
	if (code === decoderExit.tooManyPixels) return 'too_many_pixels'
	if (code === decoderExit.tooSmall) return 'too_small'
	// Another signal: the decoder crashed on its input.
	if (code === decoderExit.unreadable || code === null) return 'unreadable'
	throw new Error(`the picture decoder ended with ${code}`)
}

/** The supported kinds of picture. Decoders get no other input. */
type PictureKind = 'jpeg' | 'png' | 'webp'

/** The number of leading bytes that identify the kind. */
export const kindBytes = 12

const endOfJpeg = Buffer.from([0xff, 0xd9])
const scanOfJpeg = Buffer.from([0xff, 0xda])
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
const lastOf = (bytes: Uint8Array, mark: string | Uint8Array) => bufferOf(bytes).lastIndexOf(mark)

/** Whether a picture's end is missing, as of a truncated file. */
function isCutOff(bytes: Uint8Array): boolean {
	const kind = pictureKind(bytes)
	if (kind === 'png') return lastOf(bytes, 'IEND') < 0
	if (kind === 'webp') return bufferOf(bytes).readUInt32LE(4) + 8 > bytes.length
	// The embedded thumbnail has an end of its own, before the photo's pixels begin.
	const end = lastOf(bytes, endOfJpeg)
	return kind === 'jpeg' && (end < 0 || end < lastOf(bytes, scanOfJpeg))
}

/** The kind of a picture by its first bytes and never by its name; undefined for any other content. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
	const first = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, kindBytes))
	if (first.length < kindBytes) return undefined
	if (first[0] === 0xff && first[1] === 0xd8 && first[2] === 0xff) return 'jpeg'
	if (first.subarray(0, 8).equals(pngSignature)) return 'png'
	return first.toString('latin1', 0, 4) === 'RIFF' && first.toString('latin1', 8) === 'WEBP' ? 'webp' : undefined
}

/** The chunks needed to draw a PNG. Others (texts, colour profiles, animations) may unpack to gigabytes. */
const drawnFrom = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'eXIf', 'IDAT', 'IEND'])
const signatureBytes = 8
/** A chunk's length, type and checksum. */
const frameBytes = 12

/** A PNG without unneeded chunks; undefined when it is truncated or malformed. */
function trimPng(bytes: Uint8Array): Uint8Array | undefined {
	const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
	const chunks = [png.subarray(0, signatureBytes)]
	for (let at = signatureBytes; at + frameBytes <= png.length; ) {
		const end = at + frameBytes + png.readUInt32BE(at)
		const type = png.toString('latin1', at + 4, at + 8)
		if (end > png.length) return undefined
		if (drawnFrom.has(type)) chunks.push(png.subarray(at, end))
		if (type === 'IEND') return Buffer.concat(chunks)
		at = end
	}
	return undefined
}
