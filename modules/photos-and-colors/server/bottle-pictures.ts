import sharp, { type Sharp } from 'sharp'
import { bottlePictureEndings, heroSize, heroWidths } from '#modules/catalog/colors.ts'

/** One file of a colour's pictures: `hero-640.avif`, `shaker-160.webp`. */
export interface BottleFile {
	readonly name: string
	readonly bytes: Buffer
}

/** The smallest photo that looks sharp on a phone, in pixels. */
export const smallestPhoto = { width: 450, height: 600 } as const

/**
 * Size limits of the files: a phone's hero as in Home's budget (40 kB), the others in proportion to their pixels.
 * Bytes.
 */
const heroBytes = (width: number) => Math.round(40_000 * (width / 640) ** 1.5)

const card = { width: 780, height: 1040, top: 32 } as const

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

/** The first encoding within the limit, the best first; else the last. */
async function lightest(maxBytes: number, encodings: readonly (() => Sharp)[]): Promise<Buffer> {
	let bytes = Buffer.alloc(0)
	for (const encode of encodings) {
		bytes = await encode().toBuffer()
		if (bytes.length <= maxBytes) break
	}
	return bytes
}

/** A photo without transparency becomes a card with round corners; Home's title is drawn over its lower part. */
async function roundCorners(photo: Sharp): Promise<Sharp> {
	const { width, height } = card
	const radius = 48
	const { data } = await photo
		.resize({ width, height, fit: 'cover' })
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true })
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const fromCorner = Math.hypot(
				Math.max(0, radius - 0.5 - Math.min(x, width - 1 - x)),
				Math.max(0, radius - 0.5 - Math.min(y, height - 1 - y)),
			)
			const inside = Math.min(1, Math.max(0, radius - fromCorner))
			if (inside < 1) data[(y * width + x) * 4 + 3] = Math.round(255 * inside)
		}
	}
	const bottom = heroSize.height - height - card.top
	const side = (heroSize.width - width) / 2
	return sharp(data, { raw: { width, height, channels: 4 } }).extend({
		top: card.top,
		bottom,
		left: side,
		right: side,
		background: transparent,
	})
}

/** Centres a cut-out bottle, as high as the shop's own. */
async function centreBottle(cutOut: Sharp): Promise<Sharp> {
	const { width, height } = heroSize
	const bottle = await sharp(await cutOut.png({ compressionLevel: 1 }).toBuffer())
		.trim({ background: transparent, threshold: 1 })
		.resize({ width: width * 0.8, height: height * 0.8, fit: 'inside' })
		.toBuffer()
	const frame = { width, height, channels: 4 as const, background: transparent }
	return sharp({ create: frame }).composite([{ input: bottle }])
}

/**
 * The photo as a picture of the bottle (`heroSize`), or undefined when it is too small. Throws when it cannot be
 * decoded.
 */
async function frame(bytes: Buffer, maxPixels: number): Promise<Buffer | undefined> {
	const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
	const { width, height, hasAlpha, orientation = 1 } = await sharp(bytes).metadata()
	const [across, down] = orientation > 4 ? [height, width] : [width, height]
	if (across < smallestPhoto.width || down < smallestPhoto.height) return undefined
	const isCutOut = hasAlpha && !(await open().stats()).isOpaque
	const framed = isCutOut ? await centreBottle(open()) : await roundCorners(open())
	return await framed.png({ compressionLevel: 1 }).toBuffer()
}

/**
 * Draws every picture of a colour from one photo; only its pixels are copied. Undefined when it is too small; throws
 * when it cannot be decoded.
 */
export async function drawBottle(photo: Buffer, maxPixels: number): Promise<BottleFile[] | undefined> {
	const hero = await frame(photo, maxPixels)
	if (!hero) return undefined
	const at = (width: number) => sharp(hero).resize({ width, kernel: 'lanczos3' })
	const files: BottleFile[] = []
	for (const width of heroWidths) {
		const avif = [60, 50, 40, 30, 20].map((quality) => () => at(width).avif({ quality, effort: 2 }))
		const webp = [80, 66, 52, 38, 24].map((quality) => () => at(width).webp({ quality, alphaQuality: 85 }))
		files.push({ name: `hero-${width}.avif`, bytes: await lightest(heroBytes(width), avif) })
		files.push({ name: `hero-${width}.webp`, bytes: await lightest(heroBytes(width) * 1.5, webp) })
	}
	files.push({ name: 'hero-480.png', bytes: await at(480).png({ palette: true, quality: 85 }).toBuffer() })
	const square = (width: number) =>
		sharp(hero).resize({ width, height: width, fit: 'contain', background: transparent, kernel: 'lanczos3' })
	const small: Record<(typeof bottlePictureEndings)[number], Sharp> = {
		'.webp': square(320).webp({ quality: 70, alphaQuality: 70 }),
		'-160.webp': square(160).webp({ quality: 80 }),
		'.png': square(640).png({ palette: true, quality: 85 }),
	}
	for (const ending of bottlePictureEndings) {
		files.push({ name: `shaker${ending}`, bytes: await small[ending].toBuffer() })
	}
	return files
}
