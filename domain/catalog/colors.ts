import { isMember } from '#domain/is-member.ts'

/** The four colours of the bottle, in the order in which the shop shows them. */
export const colors = ['Blanco', 'Celeste', 'Negro', 'Rosado'] as const

export type Color = (typeof colors)[number]

/** Black is selected when nothing else is asked for. */
export const firstColor: Color = 'Negro'

/** Tells whether a value that came from outside names one of the four colours. */
export function isColor(value: unknown): value is Color {
	return isMember(colors, value)
}

/** The colour named in an address (`/?color=celeste`), whatever its case; undefined when it names none. */
export function colorFromSlug(slug: string | null | undefined): Color | undefined {
	return colors.find((color) => color.toLowerCase() === slug?.trim().toLowerCase())
}
