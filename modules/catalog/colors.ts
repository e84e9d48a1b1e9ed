import { isMember } from '#core/rules/values.ts'

/** The specification's four colours, in the order of display. Their pictures and themes are part of the shop. */
export const builtInColors = ['Blanco', 'Celeste', 'Negro', 'Rosado'] as const

export type BuiltInColor = (typeof builtInColors)[number]

/** The display name of a colour: one of the built-in four, or one added by staff. */
export type Color = string

export const firstColor: BuiltInColor = 'Negro'

export function isBuiltIn(color: unknown): color is BuiltInColor {
	return isMember(builtInColors, color)
}

/** A colour in addresses, file names and selectors: lower case without accents, words joined by hyphens. */
export function colorSlug(color: Color): string {
	const plain = color.trim().toLowerCase().normalize('NFD')
	return plain.replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-')
}

/** The colour named by an address (`/?color=celeste`), ignoring case; undefined for an unknown one. */
export function colorFromSlug(colors: readonly Color[], slug: string | null | undefined): Color | undefined {
	return colors.find((color) => colorSlug(color) === colorSlug(slug ?? ''))
}

/** The colour of an address (`?color=celeste`), black without exactly one. */
export function colorOf(search: URLSearchParams, colors: readonly Color[]): Color {
	const [slug, another] = search.getAll('color')
	return (another === undefined ? colorFromSlug(colors, slug) : undefined) ?? firstColor
}

/** The address of Home in a colour; the default colour needs no query. */
export function addressOf(color: Color): string {
	return color === firstColor ? '/' : `/?color=${colorSlug(color)}`
}

/** A picture's file: its content hash is in its name, so that it can be cached for ever. `width` in pixels. */
export interface PictureFile {
	readonly name: string
	readonly hash: string
	readonly width: number
	readonly extension: 'avif' | 'webp' | 'png' | 'jpg' | 'mp4'
}

export function pictureFile({ name, hash, width, extension }: PictureFile): string {
	return `/pictures/${name}-${width}.${hash}.${extension}`
}

export const heroSize = { width: 900, height: 1200 } as const
export const heroWidths = [320, 480, 640, 900] as const

/** The small square pictures of a colour: for pages, narrow places, mails. */
export const bottlePictureEndings = ['.webp', '-160.webp', '.png'] as const

export const photoFiles: readonly string[] = [
	...heroWidths.flatMap((width) => [`hero-${width}.avif`, `hero-${width}.webp`]),
	'hero-480.png',
	...bottlePictureEndings.map((ending) => `shaker${ending}`),
]

/** The address of a colour's small square picture. Carts, orders and mails store it, so it never changes. */
export function bottlePicture(color: string, ending: (typeof bottlePictureEndings)[number] = '.webp'): string {
	return `/pictures/shaker-${colorSlug(color)}${ending}`
}
