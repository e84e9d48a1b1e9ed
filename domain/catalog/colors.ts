import { isMember } from '#domain/is-member.ts'

/** The specification's four colours, in the order in which the shop shows them. Their pictures and themes come with the shop. */
export const builtInColors = ['Blanco', 'Celeste', 'Negro', 'Rosado'] as const

export type BuiltInColor = (typeof builtInColors)[number]

/** The name of a colour as customers read it: one of the four, or one that staff added. */
export type Color = string

export const firstColor: BuiltInColor = 'Negro'

export function isBuiltIn(color: unknown): color is BuiltInColor {
	return isMember(builtInColors, color)
}

/** A colour's name in addresses, file names and selectors: small letters without accents, words joined by hyphens. */
export function colorSlug(color: Color): string {
	const plain = color.trim().toLowerCase().normalize('NFD')
	return plain.replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-')
}

/** The one of `colors` that an address names (`/?color=celeste`), whatever its case; undefined when it names none. */
export function colorFromSlug(colors: readonly Color[], slug: string | null | undefined): Color | undefined {
	return colors.find((color) => colorSlug(color) === colorSlug(slug ?? ''))
}
