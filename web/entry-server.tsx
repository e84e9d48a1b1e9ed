import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { PageData } from '#contract/catalog/page-data.ts'
import { App } from '#web/app.tsx'
import { colorOf } from '#web/catalog/color-in-address.ts'
import { headMarkup } from '#web/head-markup.ts'
import { isScreen } from '#web/heads.ts'
import { pageDataId } from '#web/page-data.tsx'
import { modulesOf } from '#web/screens.ts'

export interface RenderedPage {
	readonly status: 200 | 404
	/** For `<html …>`. */
	readonly htmlAttributes: string
	/** Title, descriptions and structured data, for `<head>`. */
	readonly head: string
	/** The page itself and its data block, for `<body>`. */
	readonly body: string
	/** Manifest keys of the code this page needs besides the entry. */
	readonly modules: readonly string[]
}

/** JSON that is safe inside a script element. */
const blockOf = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
	return new Response(stream).text()
}

/** Renders the page at `url` (path and query) completely; nothing of it depends on who asks. */
export async function renderPage(url: string, data: PageData, publicUrl: string): Promise<RenderedPage> {
	const { pathname, searchParams } = new URL(url, publicUrl)
	const { prelude } = await prerender(
		<StaticRouter location={url}>
			<App data={data} />
		</StaticRouter>,
		// Everything stays in its place: moving late parts in would need an inline script, which the CSP refuses.
		{ progressiveChunkSize: Number.POSITIVE_INFINITY },
	)
	const isHome = pathname === '/'
	return {
		status: isScreen(pathname) ? 200 : 404,
		htmlAttributes: `lang="es-CL"${isHome ? ` data-color="${colorOf(searchParams).toLowerCase()}"` : ''}`,
		head: headMarkup(pathname, data, publicUrl),
		body: `<div id="app">${await textOf(prelude)}</div><script type="application/json" id="${pageDataId}">${blockOf(data)}</script>`,
		modules: modulesOf(pathname),
	}
}
