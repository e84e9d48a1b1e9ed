import type { CatalogColor } from '#modules/catalog/shapes/page-data.ts'
import { heroPicture, type PictureFiles } from '#modules/catalog/web/pictures.ts'

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
