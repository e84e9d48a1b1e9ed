import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { BrokenPage } from '#core/web/errors/error-boundary.tsx'
import { addressOf, colorOf, colorSlug } from '#modules/catalog/colors.ts'
import type { BuiltScreen, CatalogColor, PageData, RenderedPage } from '#modules/catalog/shapes.ts'
import { pageDataId } from '#modules/catalog/web/catalog.tsx'
import { heroPreload } from '#modules/catalog/web/pictures.ts'
import { linkPictures, structuredParts } from '#modules/lists/web/structured-data.ts'
import { App } from '#shop/web/app.tsx'
import { type Head, headOf, isScreen, siteMap } from '#shop/web/site-map.ts'

/** Every screen but Home with its source file; the server derives routes and preloads from it. */
export const builtScreens: readonly BuiltScreen[] = siteMap.map(({ path, module }) => ({
	path,
	source: module,
}))

async function htmlOf(page: ReactNode): Promise<string> {
	// No streaming: moving late parts in needs an inline script, which the CSP blocks.
	const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY })
	return await new Response(prelude).text()
}

/** Renders the error page, which works without scripts. */
export function renderBroken(): Promise<string> {
	return htmlOf(<BrokenPage />)
}

/** Renders the page at `path` (with query), independent of the visitor. */
export async function renderPage(path: string, data: PageData, publicUrl: string): Promise<RenderedPage> {
	const address = new URL(path, publicUrl)
	const html = await htmlOf(
		<StaticRouter location={path}>
			<App data={data} />
		</StaticRouter>,
	)
	const named = colorOf(
		address.searchParams,
		data.colores.map(({ color }) => color),
	)
	const color = address.pathname === '/' ? data.colores.find((one) => one.color === named) : undefined
	const { encargados, buscadores: _, ...common } = data
	// Only one page prints the list of processors.
	const sent = address.pathname === '/politicas' ? { ...common, encargados } : common
	const structured = color ? structuredMarkup(data, publicUrl) : ''
	return {
		status: isScreen(address.pathname) ? 200 : 404,
		htmlAttributes: `lang="es-CL"${color ? ` data-color="${colorSlug(color.color)}"` : ''}`,
		link: color && heroPreload(color),
		head: headMarkup(address, color, publicUrl),
		body: `<div id="app">${html}</div><script type="application/json" id="${pageDataId}">${jsonInScript(sent)}</script>${structured}`,
	}
}

/** Escapes text for elements and quoted attributes. */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Serializes JSON so that it cannot end its script element. */
function jsonInScript(value: unknown): string {
	return JSON.stringify(value).replaceAll('<', '\\u003c')
}

const meta = (key: 'name' | 'property', name: string, content: string) =>
	`<meta ${key}="${name}" content="${escapeHtml(content)}">`

/** Home's structured data, in its body beside the repeated text: compression needs them close together. */
function structuredMarkup(data: PageData, publicUrl: string): string {
	return structuredParts
		.flatMap((part) => part(data, publicUrl))
		.map((value) => `<script type="application/ld+json">${jsonInScript(value)}</script>`)
		.join('')
}

/** Size of a shared link's picture. */
const openGraphSize = { width: 1200, height: 630 }

/** Title, description and picture of a shared link: of the shop, or of the colour that its address names. */
function previewOf({ title, description }: Head, { color, nombre, precio }: CatalogColor) {
	if (addressOf(color) === '/')
		return { title, description, picture: '/og.jpg', alt: 'El shaker en sus cuatro colores' }
	const named = `color ${color.toLowerCase()}`
	const price = precio === null ? '' : ` a ${formatClp(precio)}, con IVA`
	return {
		title: `${nombre}, ${color}`,
		description: `En ${named}${price}. Vaso de Tritan libre de BPA, carga USB y despacho en Santiago.`,
		picture: linkPictures[0]?.(color) ?? '/og.jpg',
		alt: `El shaker en ${named}`,
	}
}

function sharing(head: Head, colour: CatalogColor, publicUrl: string): string {
	const { title, description, picture, alt } = previewOf(head, colour)
	return [
		meta('property', 'og:type', 'product'),
		meta('property', 'og:site_name', 'Premium Shaker'),
		meta('property', 'og:locale', 'es_CL'),
		meta('property', 'og:title', title),
		meta('property', 'og:description', description),
		meta('property', 'og:url', new URL(addressOf(colour.color), publicUrl).href),
		meta('property', 'og:image', new URL(picture, publicUrl).href),
		meta('property', 'og:image:width', String(openGraphSize.width)),
		meta('property', 'og:image:height', String(openGraphSize.height)),
		meta('property', 'og:image:alt', alt),
		meta('name', 'twitter:card', 'summary_large_image'),
	].join('')
}

/** Title, description and Open Graph tags of the page at a path; `colour`: Home's. */
function headMarkup({ pathname }: URL, colour: CatalogColor | undefined, publicUrl: string): string {
	const head = headOf(pathname)
	const common = [
		`<title>${escapeHtml(head.title)}</title>`,
		meta('name', 'description', head.description),
		meta('name', 'robots', head.isIndexed ? 'index, follow' : 'noindex'),
		`<link rel="canonical" href="${escapeHtml(new URL(pathname, publicUrl).href)}">`,
	]
	return [...common, colour ? sharing(head, colour, publicUrl) : ''].join('')
}
