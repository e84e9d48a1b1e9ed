import { type BuiltInColor, colorSlug, heroSize, heroWidths, isBuiltIn, pictureFile } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes.ts'
import { pictureHashes } from '#modules/catalog/web/picture-hashes.ts'

interface PictureSource {
	readonly type: 'image/avif' | 'image/webp'
	/** Media query of a crop for some screens; such a source precedes the general ones. */
	readonly media?: string
	/** Aspect ratio in pixels of a crop that differs from the picture. */
	readonly width?: number
	readonly height?: number
	readonly srcset: readonly { readonly width: number; readonly src: string }[]
}

/** One picture in all encodings: `sources` best first, `fallback` for the `src` of img. */
export interface PictureFiles {
	readonly alt: string
	readonly width: number
	readonly height: number
	readonly sources: readonly PictureSource[]
	readonly fallback: string
}

type Crop = Pick<PictureSource, 'media' | 'width' | 'height'>

/** Returns one picture in each width, as AVIF and as WebP. */
function sourcesOf(name: string, hash: string, widths: readonly number[], crop: Crop = {}): PictureSource[] {
	return (['avif', 'webp'] as const).map((extension) => ({
		type: `image/${extension}`,
		...crop,
		srcset: widths.map((width) => ({ width, src: pictureFile({ name, hash, width, extension }) })),
	}))
}

const builtInHashes: Readonly<Record<BuiltInColor, string>> = {
	Blanco: pictureHashes['hero-blanco'],
	Celeste: pictureHashes['hero-celeste'],
	Negro: pictureHashes['hero-negro'],
	Rosado: pictureHashes['hero-rosado'],
}

/** Returns the bottle in a colour: the owner's photo, else the shop's picture. An added colour is listed only with its photo. */
export function heroPicture({ color, foto }: Pick<CatalogColor, 'color' | 'foto'>): PictureFiles {
	const slug = colorSlug(color)
	const name = `hero-${slug}`
	const hash = foto ?? (isBuiltIn(color) ? builtInHashes[color] : '')
	return {
		alt: `Premium Shaker eléctrico de 650 ml, color ${slug}`,
		...heroSize,
		sources: sourcesOf(name, hash, heroWidths),
		fallback: pictureFile({ name, hash, width: 480, extension: 'png' }),
	}
}

type OwnName = keyof typeof pictureHashes

function slide(alt: string, name: OwnName, tall: OwnName): PictureFiles {
	const crop = { media: '(max-width: 640px)', width: 800, height: 1000 }
	const hash = pictureHashes[name]
	return {
		alt,
		width: 1600,
		height: 1000,
		sources: [...sourcesOf(tall, pictureHashes[tall], [480, 800], crop), ...sourcesOf(name, hash, [960, 1600])],
		fallback: pictureFile({ name, hash, width: 960, extension: 'jpg' }),
	}
}

/** The two slides of Home. */
export const carouselSlides: readonly PictureFiles[] = [
	slide('Premium Shaker celeste en una cocina con luz de mañana', 'slide-kitchen', 'slide-kitchen-tall'),
	slide('Premium Shaker negro junto a una mancuerna en el gimnasio', 'slide-gym', 'slide-gym-tall'),
]

/** A square picture, as large and as small as the shop shows it. */
export function squarePicture(alt: string, name: string, hash: string): PictureFiles {
	const sources = sourcesOf(name, hash, [450, 900])
	return { alt, width: 900, height: 900, sources, fallback: pictureFile({ name, hash, width: 450, extension: 'jpg' }) }
}

const detail = (alt: string, name: OwnName) => squarePicture(alt, name, pictureHashes[name])

/** Pictures of the three steps on Home. */
export const detailPictures: readonly PictureFiles[] = [
	detail('Tapa abierta con su boquilla y su asa', 'view-spout-rosado'),
	detail('Botón con anillo de luz y puerto USB-C con su cable', 'view-usb-negro'),
	detail('Aspas de acero en el fondo del vaso', 'view-blade-celeste'),
]

/** Displayed width of the bottle: limited by the hero's height on a phone, a third of the window on a desktop. */
export const heroSizes = '(min-width: 64rem) 500px, (min-width: 48rem) 46vw, 300px'

/** One file fits every phone (and most desktops), so the response headers can preload it. */
const phoneWidth = 640
const largeWidth = 900
const largeScreen = '(min-width: 48rem)'

export function heroOf(color: CatalogColor): PictureFiles {
	const picture = heroPicture(color)
	const sources = picture.sources.flatMap(({ type, srcset }) => {
		const upTo = (width: number) => srcset.filter((file) => file.width >= phoneWidth && file.width <= width)
		return [
			{ type, media: largeScreen, srcset: upTo(largeWidth) },
			{ type, srcset: upTo(phoneWidth) },
		]
	})
	return { ...picture, sources }
}

/** Returns the `Link` header that preloads the hero picture. @throws when the file is missing. */
export function heroPreload(color: CatalogColor): string {
	const source = heroPicture(color).sources[0]
	const file = source?.srcset.find(({ width }) => width === phoneWidth)
	if (!source || !file) throw new Error(`the ${color.color} hero has no picture of ${phoneWidth} px`)
	return `<${file.src}>; rel=preload; as=image; type="${source.type}"; fetchpriority=high`
}
