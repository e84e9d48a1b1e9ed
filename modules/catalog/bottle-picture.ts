import { colorSlug } from '#modules/catalog/colors.ts'

/** A picture's file: its content hash is in its name, so that it can be cached for ever. `width` in pixels. */
export interface PictureFile {
	readonly name: string
	readonly hash: string
	readonly width: number
	readonly extension: 'avif' | 'webp' | 'png' | 'jpg'
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
