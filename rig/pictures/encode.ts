/**
 * Encodes the developed renders for the shop, and writes modules/catalog/web/{picture,view}-hashes.ts. A picture without
 * a render keeps its files. Use: node rig/pictures/encode.ts [folder of the renders, data/pictures by default]
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { type BuiltInColor, builtInColors, colorSlug, heroWidths, pictureFile } from '#modules/catalog/colors.ts'
import { pictureHashes } from '#modules/catalog/web/picture-hashes.ts'
import { viewHashes } from '#modules/catalog/web/view-hashes.ts'
import { composeHero, size } from './compose-hero.ts'
import { writeFeedPictures, writeFeedVideo } from './feed.ts'
import { writeIcons } from './icons.ts'
import { cutSquare, mailPicture } from './mail-pictures.ts'
import { hashesText, placeholdersText } from './manifest.ts'
import {
	type EncodedFile,
	encodeWidths,
	publicFolder,
	tinyPlaceholder,
	writePicture,
	writeStable,
} from './write-files.ts'

const root = join(import.meta.dirname, '../..')
const rawFolder = resolve(process.argv[2] ?? join(root, 'data/pictures'))

const isRendered = (name: string) => existsSync(join(rawFolder, `${name}.png`))
const raw = (name: string) => readFileSync(join(rawFolder, `${name}.png`))
const solid = (png: Buffer) => sharp(png).removeAlpha().png({ compressionLevel: 1 }).toBuffer()

async function encodeHero(hero: Buffer): Promise<EncodedFile[]> {
	const fallback = await sharp(hero).resize({ width: 480 }).png({ palette: true, quality: 85, effort: 9 }).toBuffer()
	const sized = await encodeWidths(hero, heroWidths, { avif: 64, webp: 82 })
	return [...sized, { width: 480, extension: 'png', bytes: fallback }]
}

/** Pictures of carts, orders and mails, under constant URLs (modules/catalog/colors.ts). */
async function writeSmallPictures(slug: string, hero: Buffer): Promise<void> {
	const square = await cutSquare(hero)
	const at = (width: number) => sharp(square).resize({ width })
	writeStable(`shaker-${slug}.png`, await mailPicture(hero))
	writeStable(`shaker-${slug}-160.webp`, await at(160).webp({ quality: 80, effort: 6 }).toBuffer())
	writeStable(`shaker-${slug}.webp`, await at(320).webp({ quality: 70, alphaQuality: 70, effort: 6 }).toBuffer())
}

/** Content hashes by picture name: of Home's first load, and of the row of views, which loads later. */
const hashes = new Map<string, string>(Object.entries(pictureHashes))
const laterHashes = new Map<string, string>(Object.entries(viewHashes))
/** Opaque pictures of Home, which have a placeholder: behind a transparent one it would be visible. */
const opaque = { 'slide-kitchen': 960, 'slide-gym': 960 }
/** Views that the steps on Home show too. */
const detailViews = ['view-spout-rosado', 'view-usb-negro', 'view-blade-celeste']

const jpeg = (png: Buffer, width: number) =>
	sharp(png).resize({ width }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()

/** A slide: the whole scene for wide screens and a 4:5 crop for phones, a little right of the middle. */
async function encodeSlide(name: string): Promise<void> {
	const whole = await solid(raw(name))
	const { width, height } = await size(whole)
	const cropWidth = Math.round(height * 0.8)
	const left = Math.round(Math.min(width - cropWidth, Math.max(0, 0.62 * width - cropWidth / 2)))
	const crop = await sharp(whole).extract({ left, top: 0, width: cropWidth, height }).png().toBuffer()
	hashes.set(`${name}-tall`, writePicture(`${name}-tall`, await encodeWidths(crop, [480, 800], { avif: 54, webp: 78 })))
	const wide = await encodeWidths(whole, [960, 1600], { avif: 54, webp: 78 })
	hashes.set(name, writePicture(name, [...wide, { width: 960, extension: 'jpg', bytes: await jpeg(whole, 960) }]))
}

async function encodeView(name: string): Promise<void> {
	const png = await solid(raw(name))
	const sized = await encodeWidths(png, [450, 900], { avif: 54, webp: 78 })
	const hash = writePicture(name, [...sized, { width: 450, extension: 'jpg', bytes: await jpeg(png, 450) }])
	laterHashes.set(name, hash)
	if (detailViews.includes(name)) hashes.set(name, hash)
}

async function encodeBottle(color: BuiltInColor): Promise<void> {
	const slug = colorSlug(color)
	const composed = await composeHero(raw(`hero-${slug}`), raw('hero-shadow'), color)
	hashes.set(`hero-${slug}`, writePicture(`hero-${slug}`, await encodeHero(composed)))
	await writeSmallPictures(slug, composed)
}

/** Encodes the film (at most 600 kB), widened to a square by repeating its edges, and its poster. */
async function encodeFilm(): Promise<void> {
	const file = join(rawFolder, 'film.mp4')
	const edges = 'crop=8:600:0:0,scale=60:600[l];[c]crop=8:600:472:0,scale=60:600[r];[l][b][r]hstack=inputs=3,setsar=1'
	const encoding = '-c:v libx264 -preset veryslow -crf 20 -pix_fmt yuv420p -movflags +faststart -an'.split(' ')
	const input = ['-framerate', '15', '-i', join(rawFolder, 'film-%03d.png')]
	const filter = ['-filter_complex', `[0]format=rgb24,split=3[a][b][c];[a]${edges}`]
	execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...filter, ...encoding, file])
	const bytes = readFileSync(file)
	if (bytes.length > 600_000) throw new Error(`the film has ${bytes.length} bytes`)
	const poster = sharp(await solid(raw('film-080'))).extend({ left: 60, right: 60, extendWith: 'copy' })
	const first = await poster.jpeg({ quality: 78, mozjpeg: true }).toBuffer()
	laterHashes.set(
		'film',
		writePicture('film', [
			{ width: 600, extension: 'mp4', bytes },
			{ width: 600, extension: 'jpg', bytes: first },
		]),
	)
}

/** Placeholders of Home's opaque pictures, from their own fallbacks. */
async function writePlaceholders(): Promise<void> {
	const placeholders = new Map<string, string>()
	const widths = { ...opaque, ...Object.fromEntries(detailViews.map((name) => [name, 450])) }
	for (const [name, width] of Object.entries(widths)) {
		const file = pictureFile({ name, hash: hashes.get(name) ?? '', width, extension: 'jpg' })
		placeholders.set(name, await tinyPlaceholder(readFileSync(join(publicFolder, file))))
	}
	writeFileSync(join(root, 'modules/home/web/placeholders.css'), placeholdersText(placeholders))
}

async function writeOpenGraph(): Promise<void> {
	const lineup = sharp(raw('lineup')).removeAlpha().resize(1200, 630)
	writeFileSync(join(publicFolder, 'og.jpg'), await lineup.jpeg({ quality: 82, mozjpeg: true }).toBuffer())
}

for (const color of builtInColors) {
	const slug = colorSlug(color)
	if (isRendered(`hero-${slug}`)) await encodeBottle(color)
	for (const view of ['spout', 'blade', 'usb', 'size'].map((name) => `view-${name}-${slug}`)) {
		if (isRendered(view)) await encodeView(view)
	}
}
if (isRendered('film-000')) await encodeFilm()
for (const name of Object.keys(opaque)) if (isRendered(name)) await encodeSlide(name)
writeFileSync(join(root, 'modules/catalog/web/picture-hashes.ts'), hashesText('pictureHashes', hashes))
writeFileSync(join(root, 'modules/catalog/web/view-hashes.ts'), hashesText('viewHashes', laterHashes))
await writePlaceholders()
await writeIcons()
if (isRendered('lineup')) await writeOpenGraph()
await writeFeedPictures(raw, isRendered)
if (isRendered('turn-000')) await writeFeedVideo(rawFolder)
