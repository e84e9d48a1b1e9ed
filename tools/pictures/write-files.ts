import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

export const publicFolder = join(import.meta.dirname, '../../web/public')

export type Encoding = { type: 'image/avif' | 'image/webp'; extension: 'avif' | 'webp'; quality: number }
export type Encoded = { width: number; src: string }
export type EncodedSource = {
	type: Encoding['type']
	media?: string
	width?: number
	height?: number
	srcset: Encoded[]
}

const written = new Set<string>()

/** Writes a picture under a name that carries its content's hash, so that it can be cached for ever; returns its path in the shop. */
export function writeHashed(name: string, extension: string, bytes: Buffer): string {
	const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
	const file = `${name}.${hash}.${extension}`
	return writeStable(file, bytes)
}

/** Writes a picture under a path that never changes, for carts and orders that remember it. */
export function writeStable(file: string, bytes: Buffer): string {
	mkdirSync(join(publicFolder, 'pictures'), { recursive: true })
	writeFileSync(join(publicFolder, 'pictures', file), bytes)
	written.add(file)
	return `/pictures/${file}`
}

/** Removes pictures of earlier runs that this run did not write again. */
export function removeStale(): void {
	for (const file of readdirSync(join(publicFolder, 'pictures'))) {
		if (!written.has(file)) rmSync(join(publicFolder, 'pictures', file))
	}
}

/** Encodes one picture (PNG bytes) in each width and format. Qualities are per format, 1 to 100. */
export async function encodeWidths(
	name: string,
	png: Buffer,
	widths: readonly number[],
	qualities: { avif: number; webp: number },
): Promise<EncodedSource[]> {
	const avif: Encoded[] = []
	const webp: Encoded[] = []
	for (const width of widths) {
		const sized = sharp(png).resize({ width, kernel: 'lanczos3' })
		const small = await sized
			.clone()
			.avif({ quality: qualities.avif, effort: 7, chromaSubsampling: '4:4:4' })
			.toBuffer()
		const wide = await sized.clone().webp({ quality: qualities.webp, alphaQuality: 80, effort: 6 }).toBuffer()
		avif.push({ width, src: writeHashed(`${name}-${width}`, 'avif', small) })
		webp.push({ width, src: writeHashed(`${name}-${width}`, 'webp', wide) })
	}
	return [
		{ type: 'image/avif', srcset: avif },
		{ type: 'image/webp', srcset: webp },
	]
}

/** A picture of a few pixels as a data URI, to stand blurred in the picture's place while it loads. */
export async function tinyPlaceholder(png: Buffer, width = 8): Promise<string> {
	const bytes = await sharp(png).resize({ width }).webp({ quality: 20, alphaQuality: 20, effort: 6 }).toBuffer()
	return `data:image/webp;base64,${bytes.toString('base64')}`
}
