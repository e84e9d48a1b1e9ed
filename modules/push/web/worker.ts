// The panel's service worker: shows pushed notifications, and caches a round's page for offline use. It never caches API answers,
// because they are personal data. It shares no imports with pages, so it remains one small file.
import { renewPush } from '#modules/push/worker-endpoints.ts'

interface PushedText {
	readonly title: string
	readonly body?: string
	readonly tag?: string
	readonly navigate?: string
}

interface PanelWindow {
	readonly url: string
	navigate(url: string): Promise<unknown>
	focus(): Promise<unknown>
}

interface ExtendableEventLike {
	waitUntil(work: Promise<unknown>): void
}

interface FetchEventLike {
	readonly request: Request
	respondWith(answer: Promise<Response>): void
}

/** The used part of ServiceWorkerGlobalScope, because the DOM types are loaded instead of the worker's. */
interface WorkerScope {
	addEventListener<E extends ExtendableEventLike | FetchEventLike = ExtendableEventLike>(
		type: string,
		listener: (event: E) => void,
	): void
	/** The files of a round's page in this release; the server prepends them to this script (pages.ts). */
	readonly roundFiles: { readonly version: string; readonly paths: readonly string[] }
	readonly location: { readonly origin: string }
	readonly registration: ServiceWorkerRegistration
	readonly clients: {
		claim(): Promise<void>
		matchAll(options: { type: 'window' }): Promise<readonly PanelWindow[]>
		openWindow(url: string): Promise<unknown>
	}
	skipWaiting(): Promise<void>
}

const worker = self as unknown as WorkerScope
const panelPath = '/perfil'
const panel = `${panelPath}?tab=admin`
const unreadable: PushedText = { title: 'Aviso de la tienda', body: 'Ábrelo en el panel.' }

/** Parses a Declarative Web Push message. The fallback always shows a notification, or the browser revokes the permission. */
function read(data: { json(): unknown } | null): PushedText {
	try {
		const { notification } = (data?.json() ?? {}) as { notification?: PushedText }
		return notification?.title ? notification : unreadable
	} catch {
		return unreadable
	}
}

/** Returns the notification's URL if it belongs to the panel, else the panel's. */
function addressOf(navigate: string | undefined): string {
	const url = new URL(navigate ?? panel, worker.location.origin)
	const isPanelUrl = url.origin === worker.location.origin && url.pathname === panelPath
	return isPanelUrl ? url.href : new URL(panel, worker.location.origin).href
}

async function show({ title, body = '', tag, navigate }: PushedText): Promise<void> {
	await worker.registration.showNotification(title, {
		body,
		lang: 'es-CL',
		icon: '/icon-192.png',
		data: addressOf(navigate),
		...(tag && { tag, renotify: true }),
	})
}

/** Opens `url` in the existing window, or in a new one. */
async function open(url: string): Promise<void> {
	const [page] = await worker.clients.matchAll({ type: 'window' })
	if (!page) return void (await worker.clients.openWindow(url))
	await page.focus()
	await page.navigate(url)
}

/** Replaces the subscription on the server, which authenticates the old one by its endpoint and secret. */
async function renew(before: PushSubscription | null | undefined, given: PushSubscription | null | undefined) {
	const old = before?.toJSON()
	if (!before || !old) return
	const now = given ?? (await worker.registration.pushManager.subscribe(before.options))
	const { endpoint, keys } = now.toJSON()
	const body = { anterior: { endpoint: old.endpoint, auth: old.keys?.auth }, nueva: { endpoint, keys } }
	const headers = { 'content-type': 'application/json' }
	await fetch(renewPush.path, { method: renewPush.method, headers, body: JSON.stringify(body) })
}

const { version, paths } = worker.roundFiles
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
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener<ExtendableEventLike & { data: { json(): unknown } | null }>('push', (event) =>
	event.waitUntil(show(read(event.data))),
)
worker.addEventListener<ExtendableEventLike & { notification: Notification }>('notificationclick', (event) => {
	event.notification.close()
	event.waitUntil(open(String(event.notification.data)))
})
worker.addEventListener<
	ExtendableEventLike & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }
>('pushsubscriptionchange', (event) => event.waitUntil(renew(event.oldSubscription, event.newSubscription)))
