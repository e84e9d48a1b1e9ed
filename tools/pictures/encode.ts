/**
 * Turns the raw renders into what the shop serves and writes web/catalog/pictures.ts.
 * Use: node tools/pictures/encode.ts [folder of raw renders, data/pictures unless told]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { composeHero, size } from './compose-hero.ts'
import {
	type EncodedSource,
	encodeWidths,
	removeStale,
	tinyPlaceholder,
	writeHashed,
	writeStable,
} from './write-files.ts'

const root = join(import.meta.dirname, '../..')
const rawFolder = resolve(process.argv[2] ?? join(root, 'data/pictures'))
const colors = ['Blanco', 'Celeste', 'Negro', 'Rosado'] as const
type Color = (typeof colors)[number]

type Picture = {
	alt: string
	width: number
	height: number
	sources: EncodedSource[]
	fallback: string
	placeholder: string
}

const raw = (name: string) => readFileSync(join(rawFolder, `${name}.png`))
const slug = (color: Color) => color.toLowerCase()

/** The square that holds the bottle, for cart lines: cut from the hero. */
async function cutThumb(hero: Buffer): Promise<Buffer> {
	const { width, height } = await size(hero)
	const side = Math.round(height * 0.9)
	const square = await sharp({ create: { width: side, height: side, channels: 4, background: '#0000' } })
		.composite([
			{
				input: await sharp(hero)
					.extract({
						left: Math.round((width - Math.min(width, side)) / 2),
						top: Math.round(height * 0.06),
						width: Math.min(width, side),
						height: side,
					})
					.toBuffer(),
				left: Math.round((side - Math.min(width, side)) / 2),
				top: 0,
			},
		])
		.png()
		.toBuffer()
	return square
}

async function encodeHero(color: Color, hero: Buffer): Promise<Picture> {
	const name = `hero-${slug(color)}`
	const fallback = await sharp(hero).resize({ width: 480 }).png({ palette: true, quality: 80, effort: 9 }).toBuffer()
	return {
		alt: `Premium Shaker eléctrico de 650 ml, color ${slug(color)}`,
		...(await size(hero)),
		sources: await encodeWidths(name, hero, [320, 480, 640, 900], { avif: 56, webp: 80 }),
		fallback: writeHashed(`${name}-480`, 'png', fallback),
		placeholder: await tinyPlaceholder(hero, 6),
	}
}

async function encodeThumb(color: Color, hero: Buffer): Promise<string> {
	const square = await cutThumb(hero)
	const at = (width: number) => sharp(square).resize({ width })
	writeStable(`shaker-${slug(color)}-160.webp`, await at(160).webp({ quality: 78, effort: 6 }).toBuffer())
	writeStable(`shaker-${slug(color)}.png`, await at(160).png({ palette: true, quality: 80, effort: 9 }).toBuffer())
	return writeStable(`shaker-${slug(color)}.webp`, await at(320).webp({ quality: 74, effort: 6 }).toBuffer())
}

/** A slide: the whole scene for wide screens, its own crop (4:5) for phones. cropX is the crop's centre, 0 to 1. */
async function encodeSlide(name: string, alt: string, cropX: number): Promise<Picture> {
	const whole = raw(name)
	const { width, height } = await size(whole)
	const cropWidth = Math.round(height * 0.8)
	const left = Math.round(Math.min(width - cropWidth, Math.max(0, cropX * width - cropWidth / 2)))
	const crop = await sharp(whole).extract({ left, top: 0, width: cropWidth, height }).png().toBuffer()
	const tall = await encodeWidths(`${name}-tall`, crop, [480, 800], { avif: 52, webp: 76 })
	const wide = await encodeWidths(name, whole, [960, 1600], { avif: 52, webp: 76 })
	const fallback = await sharp(whole).resize({ width: 960 }).jpeg({ quality: 76, mozjpeg: true }).toBuffer()
	return {
		alt,
		width: 1600,
		height: 1000,
		sources: [...tall.map((source) => ({ ...source, media: '(max-width: 640px)', width: 800, height: 1000 })), ...wide],
		fallback: writeHashed(`${name}-960`, 'jpg', fallback),
		placeholder: await tinyPlaceholder(whole),
	}
}

async function encodeDetail(name: string, alt: string): Promise<Picture> {
	const png = raw(name)
	const fallback = await sharp(png).resize({ width: 450 }).jpeg({ quality: 76, mozjpeg: true }).toBuffer()
	return {
		alt,
		width: 900,
		height: 900,
		sources: await encodeWidths(name, png, [450, 900], { avif: 52, webp: 76 }),
		fallback: writeHashed(`${name}-450`, 'jpg', fallback),
		placeholder: await tinyPlaceholder(png),
	}
}

function manifestText(parts: Record<'hero' | 'slides' | 'details' | 'thumbs', unknown>): string {
	const literal = (value: unknown) => JSON.stringify(value, null, '\t')
	return `// Written by tools/pictures/encode.ts; change that script or the renders, not this file.
import type { Color } from '#domain/catalog/colors.ts'

export interface PictureSource {
	type: 'image/avif' | 'image/webp'
	/** Present on a crop made for some screens only; such a source comes before the general ones. */
	media?: string
	/** Pixel proportions of a crop that differ from the picture's own. */
	width?: number
	height?: number
	srcset: { width: number; src: string }[]
}

/** One picture in all its encodings: \`sources\` best first, \`fallback\` for an img's src, \`placeholder\` a blurred data URI. */
export interface Picture {
	alt: string
	width: number
	height: number
	sources: PictureSource[]
	fallback: string
	placeholder: string
}

/** The bottle in each colour on a transparent ground, with its shadow. */
export const heroPictures: Record<Color, Picture> = ${literal(parts.hero)}

/** The two slides at the top of Home. */
export const carouselSlides: Picture[] = ${literal(parts.slides)}

/** Close-ups: spout, charging port, blade. */
export const detailPictures: Picture[] = ${literal(parts.details)}

/** Square picture of a cart or order line; these paths are stored in carts and orders and never change. */
export const thumbs: Record<Color, string> = ${literal(parts.thumbs)}
`
}

async function main(): Promise<void> {
	const hero: Partial<Record<Color, Picture>> = {}
	const thumbs: Partial<Record<Color, string>> = {}
	const shadow = raw('hero-shadow')
	for (const color of colors) {
		const composed = await composeHero(raw(`hero-${slug(color)}`), shadow, color)
		hero[color] = await encodeHero(color, composed)
		thumbs[color] = await encodeThumb(color, composed)
	}
	const slides = [
		await encodeSlide('slide-kitchen', 'Premium Shaker en una cocina con luz de mañana', 0.6),
		await encodeSlide('slide-gym', 'Premium Shaker en el gimnasio', 0.6),
	]
	const details = [
		await encodeDetail('detail-spout', 'Tapa abierta con su boquilla y su asa'),
		await encodeDetail('detail-usb', 'Botón con anillo de luz y puerto USB-C en la base'),
		await encodeDetail('detail-blade', 'Aspas de acero en el fondo del vaso'),
	]
	removeStale()
	writeFileSync(join(root, 'web/catalog/pictures.ts'), manifestText({ hero, slides, details, thumbs }))
}

await main()
