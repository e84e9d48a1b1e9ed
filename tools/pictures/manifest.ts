import type { EncodedSource } from './write-files.ts'

export type Picture = {
	alt: string
	width: number
	height: number
	sources: EncodedSource[]
	fallback: string
	/** Only of opaque pictures: a transparent one would show it beside itself. */
	placeholder?: string
}

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`

/** '640:1a2b3c4d 900:…' — the part of a srcset that a file's name cannot tell. */
function hashes(source: EncodedSource): string {
	return source.srcset.map(({ width, src }) => `${width}:${src.split('.')[1]}`).join(' ')
}

function sourceText(source: EncodedSource): string {
	const extension = source.type === 'image/avif' ? 'avif' : 'webp'
	const crop = source.media
		? `, { media: ${quote(source.media)}, width: ${source.width}, height: ${source.height} }`
		: ''
	return `source(${quote(source.name)}, '${extension}', '${hashes(source)}'${crop})`
}

function pictureText(picture: Picture): string {
	return `{
		alt: ${quote(picture.alt)},
		width: ${picture.width},
		height: ${picture.height},
		sources: [${picture.sources.map(sourceText).join(', ')}],
		fallback: ${quote(picture.fallback)},
	}`
}

const listText = (pictures: readonly Picture[]) => `[${pictures.map(pictureText).join(', ')}]`

function recordText<T>(record: Record<string, T>, valueText: (value: T) => string): string {
	const entries = Object.entries(record).map(([key, value]) => `${key}: ${valueText(value)}`)
	return `{ ${entries.join(', ')} }`
}

export type ManifestParts = {
	hero: Record<string, Picture>
	slides: readonly Picture[]
	details: readonly Picture[]
}

/** The source text of web/catalog/pictures.ts, unformatted. */
export function manifestText(parts: ManifestParts): string {
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

/** One picture in all its encodings: \`sources\` best first, \`fallback\` for an img's src. */
export interface Picture {
	alt: string
	width: number
	height: number
	sources: PictureSource[]
	fallback: string
}

/** File names repeat themselves; only widths and content hashes ('640:1a2b3c4d …') are kept. */
function source(
	name: string,
	extension: 'avif' | 'webp',
	files: string,
	crop: Pick<PictureSource, 'media' | 'width' | 'height'> = {},
): PictureSource {
	const srcset = files.split(' ').map((file) => {
		const [width, hash] = file.split(':')
		return { width: Number(width), src: \`/pictures/\${name}-\${width}.\${hash}.\${extension}\` }
	})
	return { type: \`image/\${extension}\`, ...crop, srcset }
}

/** The bottle in each colour on a transparent ground, with its shadow. */
export const heroPictures: Record<Color, Picture> = ${recordText(parts.hero, pictureText)}

/** The two slides at the top of Home. */
export const carouselSlides: Picture[] = ${listText(parts.slides)}

/** Close-ups: spout, charging port, blade. */
export const detailPictures: Picture[] = ${listText(parts.details)}
`
}

/** The blurred first looks as a stylesheet: one class a picture, named after its files. */
export function placeholdersText(pictures: readonly Picture[]): string {
	const rules = pictures.flatMap(({ fallback, placeholder }) => {
		const name = /([a-z-]+)-\d+\.[0-9a-f]+\.\w+$/.exec(fallback)?.[1]
		return name && placeholder ? [`.picture-${name} {\n\tbackground: url("${placeholder}") center / cover;\n}\n`] : []
	})
	const head =
		'/* Written by tools/pictures/encode.ts: what an opaque picture looks like from afar, until it has come. */\n'
	return head + rules.join('')
}
