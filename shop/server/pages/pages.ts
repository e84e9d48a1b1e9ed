import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { isUnreachable, retryAfterSeconds } from '#core/server/http/errors.ts'
import { prepare, sendPrepared } from '#core/server/http/send-stored.ts'
import { addressOf, colorOf } from '#modules/catalog/colors.ts'
import type { CatalogColor, PageData } from '#modules/catalog/shapes.ts'
import type { Settings } from '#modules/settings/settings.ts'
import {
	brokenDocument,
	colorStyles,
	colorStylesAddress,
	colorStylesPath,
	hashSource,
	type PageFiles,
	stillDocument,
} from '#shop/server/pages/document.ts'
import { PageCache } from '#shop/server/pages/page-cache.ts'
import {
	createPhotos,
	forADay,
	forEver,
	panelManifest,
	type ReadPhoto,
	robotsText,
	sendPicture,
	serveFolder,
	sitemapXml,
	webManifest,
} from '#shop/server/pages/static-files.ts'
import { readWebBuild, type WebBuild } from '#shop/server/pages/web-build.ts'

export interface PagesDeps {
	readonly publicUrl: string
	/** The project's folder: its `dist` contains the web build, its `shop/public` the pictures. */
	readonly root: string
	/** Data of the first paint, as it is or with `change`. Read again after every `invalidate`. */
	readonly readData: (change?: Partial<Settings>) => Promise<PageData>
	readonly readPhoto: ReadPhoto
	/** Groups of robots.txt besides the shop's own, as the settings are now. */
	readonly readRobots: () => Promise<readonly string[]>
	/** When Home last changed; undefined where that is unknown. */
	readonly readLastChange: () => Promise<Date | undefined>
	/** The current day in the shop's time zone. */
	readonly today: () => string
}

export interface Pages {
	readonly plugin: FastifyPluginAsync
	/** Renders a page with other settings, without scripts. */
	readonly preview: (path: string, change: Partial<Settings>) => Promise<string>
	/** Call after a change of price, stock or other data on pages. */
	readonly invalidate: () => void
	/** Source expressions for `style-src` of the Content Security Policy: the hashes of the inline stylesheets. */
	readonly styleHashes: readonly string[]
}

/** The address under which a screen's page is rendered for all parameter values. */
const renderedFor = (path: string) => path.replaceAll(':', '')

const lost = '/pagina-no-encontrada'

const fresh = 'public, max-age=0, must-revalidate'

/** Home in the colour of the query: one page each; other parameters are ignored. */
function homeIn(request: FastifyRequest, colores: readonly CatalogColor[]): string {
	const { searchParams } = new URL(request.url, 'http://localhost')
	return addressOf(
		colorOf(
			searchParams,
			colores.map(({ color }) => color),
		),
	)
}

function serveSiteFiles(app: FastifyInstance, { publicUrl, build, readRobots, readLastChange }: ServeOptions): void {
	app.get('/robots.txt', async (request, reply) => {
		const body = robotsText(publicUrl, await readRobots())
		return sendPrepared(request, reply, await prepare({ type: 'text/plain; charset=utf-8', body }), fresh)
	})
	app.get('/sitemap.xml', async (request, reply) => {
		const body = sitemapXml(publicUrl, await readLastChange())
		return sendPrepared(request, reply, await prepare({ type: 'application/xml; charset=utf-8', body }), fresh)
	})
	const files: readonly (readonly [path: string, type: string, body: string, cache?: string])[] = [
		['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', webManifest()],
		['/panel.webmanifest', 'application/manifest+json; charset=utf-8', panelManifest()],
		// Browsers fetch their worker each time: a cached one would outlive its release.
		['/panel-sw.js', 'text/javascript; charset=utf-8', build.panelWorker, 'no-cache'],
	]
	for (const [path, type, body, cache = forADay] of files) {
		const file = prepare({ type, body })
		app.get(path, async (request, reply) => sendPrepared(request, reply, await file, cache))
	}
}

interface ServeOptions extends Pick<PagesDeps, 'publicUrl' | 'root' | 'readPhoto' | 'readRobots' | 'readLastChange'> {
	readonly build: WebBuild
	readonly readColors: () => Promise<readonly CatalogColor[]>
	readonly send: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>
}

/** A navigation gets the 404 page; other requests get the app's own answer. */
function answerUnknown({ send }: Pick<ServeOptions, 'send'>, request: FastifyRequest, reply: FastifyReply) {
	const wantsPage = !request.url.startsWith('/api') && request.headers.accept?.includes('text/html')
	return wantsPage ? send(request, reply, lost) : reply.callNotFound()
}

/** The shop's own pictures, and the owner's photos under the same addresses. */
function servePictures(app: FastifyInstance, options: ServeOptions): void {
	const { root, readPhoto, readColors } = options
	const photos = createPhotos(readPhoto, readColors)
	serveFolder(app, '/pictures', join(root, 'shop/public/pictures'), photos.small)
	app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
		const { name } = request.params
		const hero = await photos.hero(name)
		const picture = hero ?? (await photos.small(name))
		return picture ? sendPicture(request, reply, picture, hero !== undefined) : answerUnknown(options, request, reply)
	})
}

/** The styles of colours that staff added, as they are now: an address with an older hash gets the same. */
function serveColorStyles(app: FastifyInstance, readColors: ServeOptions['readColors']): void {
	app.get(colorStylesPath, async (request, reply) => {
		const styles = colorStyles(await readColors())
		const isCurrent = request.url === colorStylesAddress(styles)
		const file = await prepare({ type: 'text/css; charset=utf-8', body: styles })
		return sendPrepared(request, reply, file, isCurrent ? forEver : 'no-cache')
	})
}

/** Routes of pages, assets and pictures, and of the 404 page. */
function servePages(app: FastifyInstance, options: ServeOptions): void {
	const { root, build, send, readColors } = options
	app.get('/', async (request, reply) => {
		// Isolating the window makes the browser change its process during the first page, which costs a slow phone 40 ms.
		// Home may share its opener's group: it asks for no personal data.
		reply.header('cross-origin-opener-policy', 'unsafe-none')
		return send(request, reply, homeIn(request, await readColors()))
	})
	for (const { path } of build.screens) {
		app.get(path, async (request, reply) => send(request, reply, renderedFor(path)))
	}
	serveFolder(app, '/assets', join(build.clientFolder, 'assets'))
	servePictures(app, options)
	serveColorStyles(app, readColors)
	serveFolder(app, '', join(root, 'shop/public'))
	serveSiteFiles(app, options)
	app.get('/*', async (request, reply) => answerUnknown(options, request, reply))
}

/** Reads the web build and returns the routes of every page, asset and picture. Throws without a build. */
export async function createPages(deps: PagesDeps): Promise<Pages> {
	const build = await readWebBuild(join(deps.root, 'dist'))
	const filesOf = (path: string): PageFiles => {
		if (path === '/' || path.startsWith('/?')) return { hasInlineStyles: true }
		const screen = build.screens.find((one) => renderedFor(one.path) === path)
		return screen ? { screen: build.filesOfScreen(screen.source) } : {}
	}
	const sorry = brokenDocument(await build.renderBroken(), build)
	const inPlace = (status: number) => prepare({ status, type: 'text/html; charset=utf-8', body: sorry })
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
				// A proxy retries another process, which may have the page in memory; a search engine comes back.
				reply.header('retry-after', retryAfterSeconds)
				return sendPrepared(request, reply, busy, 'no-store')
			}
			return sendPrepared(request, reply, broken, 'no-store')
		}
	}

	return {
		plugin: async (app) => {
			log = app.log
			servePages(app, { ...deps, build, send, readColors: () => cache.colores() })
		},
		async preview(path, change) {
			const data = await deps.readData(change)
			const page = await build.render(path, data, deps.publicUrl)
			return stillDocument(page, build, { ...filesOf(path), colorStyles: colorStyles(data.colores) })
		},
		invalidate: () => cache.invalidate(),
		styleHashes: [hashSource(build.styles)],
	}
}
