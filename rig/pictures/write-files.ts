import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type PictureFile, pictureFile } from '#modules/catalog/colors.ts'

export const publicFolder = join(import.meta.dirname, '../../shop/public')

/** One unwritten file of a picture. `width` in pixels. */
export type EncodedFile = Pick<PictureFile, 'width' | 'extension'> & { bytes: Buffer }

/**
 * Writes all files of a picture under names with their content hash, for immutable caching, removes its earlier ones, and
 * returns the hash.
 */
export function writePicture(name: string, files: readonly EncodedFile[]): string {
	const content = createHash('sha256')
	for (const { bytes } of files) content.update(bytes)
	const hash = content.digest('hex').slice(0, 8)
	const ofName = new RegExp(`^${name}-\\d+\\.[0-9a-f]{8}\\.`)
	for (const file of readdirSync(join(publicFolder, 'pictures'))) {
		if (ofName.test(file)) rmSync(join(publicFolder, 'pictures', file))
	}
	for (const { width, extension, bytes } of files) {
		writeStable(pictureFile({ name, hash, width, extension }).replace('/pictures/', ''), bytes)
	}
	return hash
}

/** Writes a picture under a constant path, for stored carts, orders and mails. */
export function writeStable(file: string, bytes: Buffer): void {
	writeFileSync(join(publicFolder, 'pictures', file), bytes)
}

/** Encodes one picture (PNG bytes) in each width, as AVIF and WebP. Qualities go from 1 to 100. */
export async function encodeWidths(
	png: Buffer,
	widths: readonly number[],
	qualities: { avif: number; webp: number },
): Promise<EncodedFile[]> {
	const files: EncodedFile[] = []
	for (const width of widths) {
		const sized = await sharp(png).resize({ width, kernel: 'lanczos3' }).png({ compressionLevel: 1 }).toBuffer()
		const modern = await sharp(sized).avif({ quality: qualities.avif, effort: 5 }).toBuffer()
		const common = await sharp(sized).webp({ quality: qualities.webp, alphaQuality: 85, effort: 6 }).toBuffer()
		files.push({ width, extension: 'avif', bytes: modern }, { width, extension: 'webp', bytes: common })
	}
	return files
}

/** Returns a placeholder of a few pixels as a data URI, shown blurred while the picture loads. */
export async function tinyPlaceholder(png: Buffer, width = 8): Promise<string> {
	const bytes = await sharp(png).resize({ width }).webp({ quality: 20, alphaQuality: 20, effort: 6 }).toBuffer()
	return `data:image/webp;base64,${bytes.toString('base64')}`
}
