import { type Color, colorFromSlug, colorSlug, firstColor } from '#domain/catalog/colors.ts'

/** The one of `colors` that an address asks for (`?color=celeste`), black without one. To ask for two is to ask for none. */
export function colorOf(search: URLSearchParams, colors: readonly Color[]): Color {
	const [slug, another] = search.getAll('color')
	return (another === undefined ? colorFromSlug(colors, slug) : undefined) ?? firstColor
}

/** The address of Home in a colour; the first colour needs no mention. */
export function addressOf(color: Color): string {
	return color === firstColor ? '/' : `/?color=${colorSlug(color)}`
}
