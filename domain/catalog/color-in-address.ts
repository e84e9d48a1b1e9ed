import { type Color, colorFromSlug, firstColor } from '#domain/catalog/colors.ts'

/** The colour that an address asks for (`?color=celeste`), black without one. To ask for two is to ask for none. */
export function colorOf(search: URLSearchParams): Color {
	const [asked, another] = search.getAll('color')
	return (another === undefined ? colorFromSlug(asked) : undefined) ?? firstColor
}

/** The address of Home in a colour; the first colour needs no mention. */
export function addressOf(color: Color): string {
	return color === firstColor ? '/' : `/?color=${color.toLowerCase()}`
}
