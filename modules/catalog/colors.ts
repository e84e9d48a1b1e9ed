import { isMember } from '#core/rules/is-member.ts'

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
