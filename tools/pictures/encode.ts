/**
 * Turns the developed renders into what the shop serves and writes web/catalog/pictures.ts.
 * Use: node tools/pictures/encode.ts [folder of the renders, data/pictures unless told]
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { type Color, colors } from '#domain/catalog/colors.ts'
import { composeHero, size } from './compose-hero.ts'
import { writeFeedPictures, writeFeedVideo } from './feed.ts'
import { writeIcons } from './icons.ts'
import { manifestText, type Picture, placeholdersText } from './manifest.ts'
import { encodeWidths, publicFolder, removeStale, tinyPlaceholder, writeHashed, writeStable } from './write-files.ts'

const root = join(import.meta.dirname, '../..')
const rawFolder = resolve(process.argv[2] ?? join(root, 'data/pictures'))

const raw = (name: string) => readFileSync(join(rawFolder, `${name}.png`))
const solid = (png: Buffer) => sharp(png).removeAlpha().png({ compressionLevel: 1 }).toBuffer()

/** The square that holds the bottle, for cart lines, cut from the hero. */
async function cutThumb(hero: Buffer): Promise<Buffer> {
	const { width, height } = await size(hero)
	const side = Math.round(height * 0.92)
	const part = await sharp(hero)
		.extract({ left: 0, top: Math.round(height * 0.04), width, height: side })
		.toBuffer()
	const edge = (side - width) / 2
	return sharp(part)
		.extend({ left: Math.floor(edge), right: Math.ceil(edge), background: '#0000' })
		.png({ compressionLevel: 1 })
		.toBuffer()
}

async function encodeHero(slug: string, hero: Buffer): Promise<Picture> {
	const name = `hero-${slug}`
	const fallback = await sharp(hero).resize({ width: 480 }).png({ palette: true, quality: 85, effort: 9 }).toBuffer()
	return {
		alt: `Premium Shaker eléctrico de 650 ml, color ${slug}`,
		...(await size(hero)),
		sources: await encodeWidths(name, hero, [320, 480, 640, 900], { avif: 64, webp: 82 }),
		fallback: writeHashed(`${name}-480`, 'png', fallback),
	}
}

/** The pictures of a cart, an order and a mail, under addresses that never change (domain/catalog/bottle-picture.ts). */
async function writeSmallPictures(slug: string, hero: Buffer): Promise<void> {
	const square = await cutThumb(hero)
	const at = (width: number) => sharp(square).resize({ width })
	const mailPicture = await at(320).png({ palette: true, quality: 85, effort: 9 }).toBuffer()
	writeStable(`shaker-${slug}.png`, mailPicture)
	writeStable(`shaker-${slug}-160.webp`, await at(160).webp({ quality: 80, effort: 6 }).toBuffer())
	writeStable(`shaker-${slug}.webp`, await at(320).webp({ quality: 70, alphaQuality: 70, effort: 6 }).toBuffer())
}

/** A slide: the whole scene for wide screens and a 4:5 crop for phones. cropCentre: 0 (left) to 1 (right). */
async function encodeSlide(name: string, alt: string, cropCentre: number): Promise<Picture> {
	const whole = await solid(raw(name))
	const { width, height } = await size(whole)
	const cropWidth = Math.round(height * 0.8)
	const left = Math.round(Math.min(width - cropWidth, Math.max(0, cropCentre * width - cropWidth / 2)))
	const crop = await sharp(whole).extract({ left, top: 0, width: cropWidth, height }).png().toBuffer()
	const tall = await encodeWidths(`${name}-tall`, crop, [480, 800], { avif: 54, webp: 78 })
	const wide = await encodeWidths(name, whole, [960, 1600], { avif: 54, webp: 78 })
	const fallback = await sharp(whole).resize({ width: 960 }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
	return {
		alt,
		width: 1600,
		height: 1000,
		sources: [...tall.map((part) => ({ ...part, media: '(max-width: 640px)', width: 800, height: 1000 })), ...wide],
		fallback: writeHashed(`${name}-960`, 'jpg', fallback),
		placeholder: await tinyPlaceholder(whole),
	}
}

async function encodeDetail(name: string, alt: string): Promise<Picture> {
	const png = await solid(raw(name))
	const fallback = await sharp(png).resize({ width: 450 }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
	return {
		alt,
		width: 900,
		height: 900,
		sources: await encodeWidths(name, png, [450, 900], { avif: 54, webp: 78 }),
		fallback: writeHashed(`${name}-450`, 'jpg', fallback),
		placeholder: await tinyPlaceholder(png),
	}
}

async function encodeCatalog(): Promise<void> {
	const hero: Partial<Record<Color, Picture>> = {}
	const shadow = raw('hero-shadow')
	for (const color of colors) {
		const slug = color.toLowerCase()
		const composed = await composeHero(raw(`hero-${slug}`), shadow, color)
		hero[color] = await encodeHero(slug, composed)
		await writeSmallPictures(slug, composed)
	}
	const slides = [
		await encodeSlide('slide-kitchen', 'Premium Shaker celeste en una cocina con luz de mañana', 0.62),
		await encodeSlide('slide-gym', 'Premium Shaker negro junto a una mancuerna en el gimnasio', 0.62),
	]
	const details = [
		await encodeDetail('detail-spout', 'Tapa abierta con su boquilla y su asa'),
		await encodeDetail('detail-usb', 'Botón con anillo de luz y puerto USB-C en la base'),
		await encodeDetail('detail-blade', 'Aspas de acero en el fondo del vaso'),
	]
	removeStale()
	const manifest = join(root, 'web/catalog/pictures.ts')
	writeFileSync(manifest, manifestText({ hero, slides, details }))
	const placeholders = join(root, 'web/home/placeholders.css')
	writeFileSync(placeholders, placeholdersText([...slides, ...details]))
	execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', manifest, placeholders], {
		stdio: 'ignore',
	})
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
await import('./first-looks.ts')
