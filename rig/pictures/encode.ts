/**
 * Encodes the developed renders for the shop and writes modules/catalog/web/{picture,view}-hashes.ts. Use: node rig/pictures/encode.ts
 * [folder of the renders, data/pictures by default]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { builtInColors, colorSlug, heroWidths } from '#modules/catalog/colors.ts'
import { composeHero, size } from './compose-hero.ts'
import { writeFeedPictures, writeFeedVideo } from './feed.ts'
import { writeIcons } from './icons.ts'
import { cutSquare, mailPicture } from './mail-pictures.ts'
import { hashesText, placeholdersText } from './manifest.ts'
import {
	type EncodedFile,
	encodeWidths,
	publicFolder,
	removeStale,
	tinyPlaceholder,
	writePicture,
	writeStable,
} from './write-files.ts'

const root = join(import.meta.dirname, '../..')
const rawFolder = resolve(process.argv[2] ?? join(root, 'data/pictures'))

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

/** Results by picture name: of Home's first load, and of the row of views, which loads later. */
const hashes = new Map<string, string>()
const viewHashes = new Map<string, string>()
/** Views that the steps on Home show too. */
const detailViews = ['view-spout-rosado', 'view-usb-negro', 'view-blade-celeste']
/** Opaque pictures only: behind a transparent one it would be visible. */
const placeholders = new Map<string, string>()

const jpeg = (png: Buffer, width: number) =>
	sharp(png).resize({ width }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()

/** A slide: the whole scene for wide screens and a 4:5 crop for phones. cropCentre: 0 (left) to 1 (right). */
async function encodeSlide(name: string, cropCentre: number): Promise<void> {
	const whole = await solid(raw(name))
	const { width, height } = await size(whole)
	const cropWidth = Math.round(height * 0.8)
	const left = Math.round(Math.min(width - cropWidth, Math.max(0, cropCentre * width - cropWidth / 2)))
	const crop = await sharp(whole).extract({ left, top: 0, width: cropWidth, height }).png().toBuffer()
	hashes.set(`${name}-tall`, writePicture(`${name}-tall`, await encodeWidths(crop, [480, 800], { avif: 54, webp: 78 })))
	const wide = await encodeWidths(whole, [960, 1600], { avif: 54, webp: 78 })
	hashes.set(name, writePicture(name, [...wide, { width: 960, extension: 'jpg', bytes: await jpeg(whole, 960) }]))
	placeholders.set(name, await tinyPlaceholder(whole))
}

async function encodeView(name: string): Promise<void> {
	const png = await solid(raw(name))
	const sized = await encodeWidths(png, [450, 900], { avif: 54, webp: 78 })
	const hash = writePicture(name, [...sized, { width: 450, extension: 'jpg', bytes: await jpeg(png, 450) }])
	viewHashes.set(name, hash)
	if (!detailViews.includes(name)) return
	hashes.set(name, hash)
	placeholders.set(name, await tinyPlaceholder(png))
}

async function encodeCatalog(): Promise<void> {
	const shadow = raw('hero-shadow')
	for (const color of builtInColors) {
		const slug = colorSlug(color)
		const composed = await composeHero(raw(`hero-${slug}`), shadow, color)
		hashes.set(`hero-${slug}`, writePicture(`hero-${slug}`, await encodeHero(composed)))
		await writeSmallPictures(slug, composed)
		for (const view of ['spout', 'blade', 'usb', 'size']) await encodeView(`view-${view}-${slug}`)
	}
	await encodeSlide('slide-kitchen', 0.62)
	await encodeSlide('slide-gym', 0.62)
	removeStale()
	writeFileSync(join(root, 'modules/catalog/web/picture-hashes.ts'), hashesText('pictureHashes', hashes))
	writeFileSync(join(root, 'modules/catalog/web/view-hashes.ts'), hashesText('viewHashes', viewHashes))
	writeFileSync(join(root, 'modules/home/web/placeholders.css'), placeholdersText(placeholders))
}

async function writeOpenGraph(): Promise<void> {
	const lineup = sharp(raw('lineup')).removeAlpha().resize(1200, 630)
	writeFileSync(join(publicFolder, 'og.jpg'), await lineup.jpeg({ quality: 82, mozjpeg: true }).toBuffer())
}

await encodeCatalog()
await writeIcons()
await writeOpenGraph()
await writeFeedPictures(raw)
await writeFeedVideo(rawFolder)
