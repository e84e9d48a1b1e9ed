import { type Color, colorSlug } from '#modules/catalog/colors.ts'

/** The longest name that fits under its swatch on a phone. */
export const maxColorName = 12

/** The colours that fit on one line of the narrowest phone. */
export const maxColors = 6

const namePattern = /^\p{Lu}\p{Ll}+( \p{Ll}+)?$/u
const hexPattern = /^#[0-9a-f]{6}$/

/** The sentence for staff that rejects a new colour; undefined for a valid one. `existing`: all colours. */
export function newColorProblem(
	{ color, muestra }: { color: Color; muestra: string },
	existing: readonly Color[],
): string | undefined {
	if (!namePattern.test(color) || color.length > maxColorName) {
		return `El nombre del color va con mayúscula inicial y sin números, en una o dos palabras: «Verde», «Azul noche». Máximo ${maxColorName} letras.`
	}
	if (!hexPattern.test(muestra)) return 'La muestra del color debe ser como #2e7d5b.'
	if (existing.some((one) => colorSlug(one) === colorSlug(color))) return `Ya existe el color ${color}.`
	if (existing.length >= maxColors) return `La tienda muestra hasta ${maxColors} colores.`
	return undefined
}
