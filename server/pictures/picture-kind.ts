/** The kinds of picture that the shop reads. No decoder ever sees anything else. */
export type PictureKind = 'jpeg' | 'png' | 'webp'

/** How many of a file's first bytes tell its kind. */
export const kindBytes = 12

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The kind of picture that a file begins as, by its first bytes and never by its name; undefined for any other content. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
	const first = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, kindBytes))
	if (first.length < kindBytes) return undefined
	if (first[0] === 0xff && first[1] === 0xd8 && first[2] === 0xff) return 'jpeg'
	if (first.subarray(0, 8).equals(pngSignature)) return 'png'
	return first.toString('latin1', 0, 4) === 'RIFF' && first.toString('latin1', 8) === 'WEBP' ? 'webp' : undefined
}
