import { type Color, colorFromSlug, firstColor } from '#domain/catalog/colors.ts'

/** The colour that an address asks for (`?color=celeste`), black without one. */
export function colorOf(search: URLSearchParams): Color {
	return colorFromSlug(search.get('color')) ?? firstColor
}

/** The address of Home in a colour; the first colour needs no mention. */
export function addressOf(color: Color): string {
	return color === firstColor ? '/' : `/?color=${color.toLowerCase()}`
}
