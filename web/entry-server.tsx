import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { PageData } from '#contract/catalog/page-data.ts'
import { App } from '#web/app.tsx'
import { colorOf } from '#web/catalog/color-in-address.ts'
import { headMarkup, jsonInScript } from '#web/head-markup.ts'
import { isScreen } from '#web/heads.ts'
import { pageDataId } from '#web/page-data.tsx'

/** The parts of a page, to be put into a document. */
export interface RenderedPage {
	readonly status: 200 | 404
	/** For `<html …>`. */
	readonly htmlAttributes: string
	/** Title, preloads, descriptions and structured data, for `<head>`. */
	readonly head: string
	/** The page itself and its data block, for `<body>`. */
	readonly body: string
}

/** Renders the page at `path` (with its query) completely; nothing of it depends on who asks. */
export async function renderPage(path: string, data: PageData, publicUrl: string): Promise<RenderedPage> {
	const address = new URL(path, publicUrl)
	const { prelude } = await prerender(
		<StaticRouter location={path}>
			<App data={data} />
		</StaticRouter>,
		// Everything stays in its place: moving late parts in would need an inline script, which the CSP refuses.
		{ progressiveChunkSize: Number.POSITIVE_INFINITY },
	)
	const html = await new Response(prelude).text()
	const mood = address.pathname === '/' ? ` data-color="${colorOf(address.searchParams).toLowerCase()}"` : ''
	return {
		status: isScreen(address.pathname) ? 200 : 404,
		htmlAttributes: `lang="es-CL"${mood}`,
		head: headMarkup(address, data, publicUrl),
		body: `<div id="app">${html}</div><script type="application/json" id="${pageDataId}">${jsonInScript(data)}</script>`,
	}
}
