import { type Color, colorFromSlug, colorSlug, firstColor } from '#modules/catalog/colors.ts'

/** The colour of an address (`?color=celeste`), black without exactly one. */
export function colorOf(search: URLSearchParams, colors: readonly Color[]): Color {
	const [slug, another] = search.getAll('color')
	return (another === undefined ? colorFromSlug(colors, slug) : undefined) ?? firstColor
}

/** The address of Home in a colour; the default colour needs no query. */
export function addressOf(color: Color): string {
	return color === firstColor ? '/' : `/?color=${colorSlug(color)}`
}
