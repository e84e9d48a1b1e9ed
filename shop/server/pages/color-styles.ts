import { createHash } from 'node:crypto'
import { type SwatchTheme, swatchTheme } from '#modules/catalog/color-themes.ts'
import { colorSlug } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes.ts'

const variables = (theme: SwatchTheme) =>
	Object.entries(theme)
		.map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
		.join(';')

/** Doubled, to have a higher specificity than the stylesheet's own rules. */
const themed = (slug: string) => `[data-color="${slug}"][data-color]`

/** Returns the styles of colours that staff added; the four built-in ones are in the stylesheet. Empty without any. */
export function colorStyles(colores: readonly Pick<CatalogColor, 'color' | 'muestra'>[]): string {
	const rules = colores.flatMap(({ color, muestra }) => {
		if (!muestra) return []
		const slug = colorSlug(color)
		return [
			`${themed(slug)}{${variables(swatchTheme(muestra, 'light'))}}`,
			`@media (prefers-color-scheme:dark){${themed(slug)}{${variables(swatchTheme(muestra, 'dark'))}}}`,
			`.swatch[data-swatch="${slug}"]{--swatch:${muestra}}`,
			`[data-color="${slug}"] .specs-drawing [data-for="${slug}"]{display:block}`,
		]
	})
	return rules.join('')
}

/** The path of `colorStyles`. */
export const colorStylesPath = '/colores.css'

/** The address of those styles with their hash. */
export function colorStylesAddress(styles: string): string {
	return `${colorStylesPath}?v=${createHash('sha256').update(styles).digest('hex').slice(0, 8)}`
}
