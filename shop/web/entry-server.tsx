import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { BrokenPage } from '#core/web/errors/broken.tsx'
import { colorOf, colorSlug } from '#modules/catalog/colors.ts'
import type { BuiltScreen, PageData, RenderedPage } from '#modules/catalog/shapes.ts'
import { pageDataId } from '#modules/catalog/web/catalog.tsx'
import { heroPreload } from '#modules/catalog/web/pictures.ts'
import { App } from '#shop/web/app.tsx'
import { headMarkup, jsonInScript, structuredMarkup } from '#shop/web/head-markup.ts'
import { isScreen, siteMap } from '#shop/web/site-map.ts'

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
	const structured = color ? structuredMarkup(data, publicUrl) : ''
	return {
		status: isScreen(address.pathname) ? 200 : 404,
		htmlAttributes: `lang="es-CL"${color ? ` data-color="${colorSlug(color.color)}"` : ''}`,
		link: color && heroPreload(color),
		head: headMarkup(address, named, publicUrl),
		body: `<div id="app">${html}</div><script type="application/json" id="${pageDataId}">${jsonInScript(data)}</script>${structured}`,
	}
}
