import type { CatalogColor } from '#contract/catalog/page-data.ts'
import { heroPicture, type PictureFiles } from '#web/catalog/pictures.ts'

/** The bottle is this wide on the screen: as the height of the stage allows on a phone, a third of it on a desk. */
export const heroSizes = '(min-width: 64rem) 500px, (min-width: 48rem) 46vw, 300px'

/** One file serves every phone (and most desks), so that the answer's headers can ask for it before the page is read. */
const phoneWidth = 640
const largeWidth = 900
const largeScreen = '(min-width: 48rem)'

/** The bottle of a colour as the stage shows it. */
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

/** The value of a `Link` header that asks for the hero with the answer's very first bytes. Throws when there is no such file. */
export function heroPreload(color: CatalogColor): string {
	const source = heroPicture(color).sources[0]
	const file = source?.srcset.find(({ width }) => width === phoneWidth)
	if (!source || !file) throw new Error(`the ${color.color} hero has no picture of ${phoneWidth} px`)
	return `<${file.src}>; rel=preload; as=image; type="${source.type}"; fetchpriority=high`
}
