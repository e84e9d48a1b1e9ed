// Caches a round's page for offline use, in the panel's service worker. It never caches API answers, because they are
// personal data.
import { type ExtendableEventLike, type FetchEventLike, panelPath, worker } from '#core/web/panel/worker-scope.ts'

const { version, paths } = worker.offlineFiles
const cacheName = `reparto-${version}`

/** Caches a round's page and files, all or none, then deletes the caches of older releases. */
async function cacheRoundPage(): Promise<void> {
	const cache = await caches.open(cacheName)
	if (!(await cache.match(panelPath))) await cache.addAll([panelPath, ...paths])
	for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}

/** A connection that transfers nothing counts as offline after this time. */
const timeoutMs = 6_000

/** Network first: falls back to the cached page after a failure or the timeout. */
async function openPage(request: Request): Promise<Response> {
	const fetched = fetch(request)
	const cached = await caches.match(panelPath)
	if (!cached) return await fetched
	const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), timeoutMs))
	return await Promise.race([fetched.catch(() => cached), late])
}

/** Cache first: file names contain a content hash. */
const openFile = async (request: Request) => (await caches.match(request)) ?? (await fetch(request))

worker.addEventListener<FetchEventLike>('fetch', (event) => {
	const { request } = event
	const { origin, pathname } = new URL(request.url)
	if (request.method !== 'GET' || origin !== worker.location.origin) return
	if (request.mode === 'navigate') event.respondWith(openPage(request))
	else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request))
})
worker.addEventListener<ExtendableEventLike & { readonly data: unknown }>('message', (event) => {
	if (event.data === 'guardar_reparto') event.waitUntil(cacheRoundPage())
})
