import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

export const publicFolder = join(import.meta.dirname, '../../web/public')

export type EncodedSource = {
	name: string
	type: 'image/avif' | 'image/webp'
	media?: string
	width?: number
	height?: number
	srcset: { width: number; src: string }[]
}

const written = new Set<string>()

/** Writes a picture under a name with its content's hash, so that it can be cached for ever; returns its path in the shop. */
export function writeHashed(name: string, extension: string, bytes: Buffer): string {
	const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
	return writeStable(`${name}.${hash}.${extension}`, bytes)
}

/** Writes a picture under a path that never changes, for carts, orders and mails that remember it. */
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

/** Encodes one picture (PNG bytes) in each width, as AVIF and WebP. Qualities go from 1 to 100. */
export async function encodeWidths(
	name: string,
	png: Buffer,
	widths: readonly number[],
	qualities: { avif: number; webp: number },
): Promise<EncodedSource[]> {
	const avif: EncodedSource = { name, type: 'image/avif', srcset: [] }
	const webp: EncodedSource = { name, type: 'image/webp', srcset: [] }
	for (const width of widths) {
		const sized = await sharp(png).resize({ width, kernel: 'lanczos3' }).png({ compressionLevel: 1 }).toBuffer()
		const modern = await sharp(sized).avif({ quality: qualities.avif, effort: 5 }).toBuffer()
		const common = await sharp(sized).webp({ quality: qualities.webp, alphaQuality: 85, effort: 6 }).toBuffer()
		avif.srcset.push({ width, src: writeHashed(`${name}-${width}`, 'avif', modern) })
		webp.srcset.push({ width, src: writeHashed(`${name}-${width}`, 'webp', common) })
	}
	return [avif, webp]
}

/** A picture of a few pixels as a data URI, to stand blurred in the picture's place while it loads. */
export async function tinyPlaceholder(png: Buffer, width = 8): Promise<string> {
	const bytes = await sharp(png).resize({ width }).webp({ quality: 20, alphaQuality: 20, effort: 6 }).toBuffer()
	return `data:image/webp;base64,${bytes.toString('base64')}`
}
