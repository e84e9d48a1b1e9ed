/** The supported kinds of picture. Decoders get no other input. */
export type PictureKind = 'jpeg' | 'png' | 'webp'

/** The number of leading bytes that identify the kind. */
export const kindBytes = 12

const endOfJpeg = Buffer.from([0xff, 0xd9])
const scanOfJpeg = Buffer.from([0xff, 0xda])
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
const lastOf = (bytes: Uint8Array, mark: string | Uint8Array) => bufferOf(bytes).lastIndexOf(mark)

/** Whether a picture's end is missing, as of a truncated file. */
export function isCutOff(bytes: Uint8Array): boolean {
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
