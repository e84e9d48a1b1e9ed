import { createHash } from 'node:crypto'
import { palette, type SwatchTheme, swatchTheme } from '#modules/catalog/color-themes.ts'
import { colorSlug } from '#modules/catalog/colors.ts'
import type { CatalogColor, RenderedPage } from '#modules/catalog/shapes.ts'
import type { ScreenFiles, WebBuild } from '#shop/server/pages/web-build.ts'

/** The common part of every page's head. The colours are those of paper in light and dark. */
const commonHead = [
	'<meta charset="utf-8">',
	'<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
	`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${palette.light.paper}">`,
	`<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${palette.dark.paper}">`,
	'<link rel="icon" href="/favicon.ico" sizes="48x48">',
	'<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
	'<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
	'<link rel="manifest" href="/manifest.webmanifest">',
].join('')

/** The styles and scripts of a page. */
export interface PageFiles {
	/** Whether the stylesheet is inline, so that the first frame waits for no other file. */
	readonly hasInlineStyles?: boolean
	readonly screen?: ScreenFiles
	/** Styles of the colours that staff added, or empty. */
	readonly colorStyles?: string
}

const sheet = (path: string) => `<link rel="stylesheet" href="${path}">`
const colorSheet = (styles: string | undefined) => (styles ? sheet(colorStylesAddress(styles)) : '')

export function documentOf(
	page: RenderedPage,
	build: WebBuild,
	{ hasInlineStyles, screen, colorStyles }: PageFiles,
): string {
	const styles = hasInlineStyles
		? `<style>${build.styles}</style>`
		: [build.stylesPath, ...(screen?.styles ?? [])].map(sheet).join('')
	// Each file runs in a task of its own.
	const scripts = build.scriptPaths.map((path) => `<script type="module" src="${path}"></script>`).join('')
	const preloads = (screen?.scripts ?? []).map((path) => `<link rel="modulepreload" href="${path}">`).join('')
	return `<!doctype html><html ${page.htmlAttributes}><head>${commonHead}${page.head}${styles}${colorSheet(colorStyles)}${scripts}${preloads}</head><body>${page.body}</body></html>`
}

/** A page for previews: with styles, without scripts and noscript texts. */
export function stillDocument(page: RenderedPage, build: WebBuild, { screen, colorStyles }: PageFiles): string {
	const styles = [build.stylesPath, ...(screen?.styles ?? [])].map(sheet).join('')
	const body = page.body.replace(/<noscript>.*?<\/noscript>/gs, '')
	return `<!doctype html><html ${page.htmlAttributes}><head>${commonHead}${page.head}${styles}${colorSheet(colorStyles)}</head><body>${body}</body></html>`
}

/** The page for a failed rendering: no code that could fail again. */
export function brokenDocument(body: string, build: WebBuild): string {
	return `<!doctype html><html lang="es-CL"><head>${commonHead}<title>Algo falló · Premium Shaker</title><meta name="robots" content="noindex">${sheet(build.stylesPath)}</head><body>${body}</body></html>`
}

/** The CSP source expression that allows a style element with exactly this text. */
export function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

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
