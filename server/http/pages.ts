import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { PageData } from '#contract/catalog/page-data.ts'
import { addressOf, colorOf } from '#domain/catalog/color-in-address.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { isUnreachable, retryAfterSeconds } from '#server/http/errors.ts'
import { brokenDocument, hashSource, type PageFiles, stillDocument } from '#server/http/pages/document.ts'
import { homeStylesOf } from '#server/http/pages/home-styles.ts'
import { PageCache } from '#server/http/pages/page-cache.ts'
import { prepare, sendPrepared } from '#server/http/pages/prepared.ts'
import { robotsText, sitemapXml, webManifest } from '#server/http/pages/site-files.ts'
import { serveFolder } from '#server/http/pages/static-files.ts'
import { readWebBuild, type WebBuild } from '#server/http/pages/web-build.ts'

export interface PagesDeps {
	readonly publicUrl: string
	/** The project's folder: its `dist` holds the web build, its `web/public` the pictures. */
	readonly root: string
	/** What pages show at first paint, or would with `change`. It is read again after every `invalidate`. */
	readonly readData: (change?: Partial<Settings>) => Promise<PageData>
	/** The day that it is in the shop. */
	readonly today: () => string
}

export interface Pages {
	readonly plugin: FastifyPluginAsync
	/** A page as it would be with other settings, to be looked at only. */
	readonly preview: (path: string, change: Partial<Settings>) => Promise<string>
	/** Price, stock or another thing that pages show has changed. */
	readonly invalidate: () => void
	/** Source expressions for `style-src` and `script-src` of the Content Security Policy: what stands in the pages themselves. */
	readonly styleHashes: readonly string[]
	readonly scriptHashes: readonly string[]
}

/** The one address that a screen's page is rendered for, which serves everybody who asks: parameters by their names. */
const renderedFor = (path: string) => path.replaceAll(':', '')

const lost = '/pagina-no-encontrada'

const fresh = 'public, max-age=0, must-revalidate'
const forADay = 'public, max-age=86400'

/** Home in the colour that its address asks for: one page each, whatever else stands in the query. */
function homeIn(request: FastifyRequest): string {
	return addressOf(colorOf(new URL(request.url, 'http://localhost').searchParams))
}

function serveSiteFiles(app: FastifyInstance, publicUrl: string): void {
	const files: readonly (readonly [path: string, type: string, body: string])[] = [
		['/robots.txt', 'text/plain; charset=utf-8', robotsText(publicUrl)],
		['/sitemap.xml', 'application/xml; charset=utf-8', sitemapXml(publicUrl)],
		['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', webManifest()],
	]
	for (const [path, type, body] of files) {
		const file = prepare({ type, body }, 'best')
		app.get(path, async (request, reply) => sendPrepared(request, reply, await file, forADay))
	}
}

interface ServeOptions extends Pick<PagesDeps, 'publicUrl' | 'root'> {
	readonly build: WebBuild
	/** Answers with the page of a path. */
	readonly send: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>
}

/** The addresses of pages, assets and pictures, and the page for every other one. */
function servePages(app: FastifyInstance, { publicUrl, root, build, send }: ServeOptions): void {
	app.get('/', async (request, reply) => {
		// To keep other sites' windows apart the browser changes its process in the middle of the visit's first page, which a
		// slow phone feels (40 ms). Who opened Home may know its window: nothing of anybody is asked for there.
		reply.header('cross-origin-opener-policy', 'unsafe-none')
		return send(request, reply, homeIn(request))
	})
	for (const { path } of build.screens) {
		app.get(path, async (request, reply) => send(request, reply, renderedFor(path)))
	}
	serveFolder(app, '/assets', join(build.clientFolder, 'assets'))
	serveFolder(app, '/pictures', join(root, 'web/public/pictures'))
	serveFolder(app, '', join(root, 'web/public'))
	serveSiteFiles(app, publicUrl)
	// Everything else that a browser asks for as a page is the 404 page; other requests get the app's own answer.
	app.get('/*', async (request, reply) => {
		const wantsPage = !request.url.startsWith('/api') && request.headers.accept?.includes('text/html')
		if (!wantsPage) return reply.callNotFound()
		return send(request, reply, lost)
	})
}

/** Reads the web build and gives the routes of every page, asset and picture. Throws when there is no build. */
export async function createPages(deps: PagesDeps): Promise<Pages> {
	const build = await readWebBuild(join(deps.root, 'dist'))
	const homeStyles = await homeStylesOf(build)
	const filesOf = (path: string): PageFiles => {
		if (path === '/' || path.startsWith('/?')) return { inlineStyles: homeStyles }
		const screen = build.screens.find((one) => renderedFor(one.path) === path)
		return screen ? { screen: build.filesOfScreen(screen.source) } : {}
	}
	const sorry = brokenDocument(await build.renderBroken(), build)
	const inPlace = (status: number) => prepare({ status, type: 'text/html; charset=utf-8', body: sorry }, 'best')
	const [broken, busy] = await Promise.all([inPlace(500), inPlace(503)])
	let log: FastifyBaseLogger | undefined
	const cache = new PageCache({
		build,
		filesOf,
		publicUrl: deps.publicUrl,
		readData: deps.readData,
		today: deps.today,
		onStale: (err, path) => log?.error({ err, path }, 'a page could not be rendered; its last version is served'),
	})
	const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
		try {
			return sendPrepared(request, reply, await cache.get(path), fresh)
		} catch (err) {
			request.log.error({ err, path }, 'a page could not be rendered')
			if (isUnreachable(err)) {
				// A proxy asks another process, which may have the page in memory; a search engine comes back.
				reply.header('retry-after', retryAfterSeconds)
				return sendPrepared(request, reply, busy, 'no-store')
			}
			return sendPrepared(request, reply, broken, 'no-store')
		}
	}

	return {
		plugin: async (app) => {
			log = app.log
			app.addHook('onClose', async () => cache.close())
			servePages(app, { ...deps, build, send })
		},
		async preview(path, change) {
			const page = await build.render(path, await deps.readData(change), deps.publicUrl)
			return stillDocument(page, build, filesOf(path))
		},
		invalidate: () => cache.invalidate(),
		styleHashes: [hashSource(homeStyles)],
		scriptHashes: [hashSource(build.start)],
	}
}
