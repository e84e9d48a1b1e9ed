// The panel's service worker: it shows what is pushed, and keeps the page of a round on its way for when there is no signal. It
// never keeps what the API answers: that is somebody's. It is one small file, so it imports nothing that pages import too.
import { renewPush } from '#contract/staff/push-worker-endpoints.ts'

interface PushedText {
	readonly title: string
	readonly body?: string
	readonly tag?: string
	readonly navigate?: string
}

interface PageOfPanel {
	readonly url: string
	navigate(url: string): Promise<unknown>
	focus(): Promise<unknown>
}

interface Waiting {
	waitUntil(work: Promise<unknown>): void
}

interface Fetching {
	readonly request: Request
	respondWith(answer: Promise<Response>): void
}

/** What of a service worker's scope is used; the types of a page's are loaded beside it. */
interface WorkerScope {
	addEventListener<E extends Waiting | Fetching = Waiting>(type: string, listener: (event: E) => void): void
	/** The files of the page of a round in this release; the server writes them before this script (pages.ts). */
	readonly roundFiles: { readonly version: string; readonly paths: readonly string[] }
	readonly location: { readonly origin: string }
	readonly registration: ServiceWorkerRegistration
	readonly clients: {
		claim(): Promise<void>
		matchAll(options: { type: 'window' }): Promise<readonly PageOfPanel[]>
		openWindow(url: string): Promise<unknown>
	}
	skipWaiting(): Promise<void>
}

const worker = self as unknown as WorkerScope
const panelPath = '/perfil'
const panel = `${panelPath}?tab=admin`
const unreadable: PushedText = { title: 'Aviso de la tienda', body: 'Ábrelo en el panel.' }

/** What a push carries, as Declarative Web Push writes it; something is shown in any case, or the browser takes the right away. */
function read(data: { json(): unknown } | null): PushedText {
	try {
		const { notification } = (data?.json() ?? {}) as { notification?: PushedText }
		return notification?.title ? notification : unreadable
	} catch {
		return unreadable
	}
}

/** The address that a notification leads to: the panel's, whatever it says. */
function addressOf(navigate: string | undefined): string {
	const url = new URL(navigate ?? panel, worker.location.origin)
	const isOfPanel = url.origin === worker.location.origin && url.pathname === panelPath
	return isOfPanel ? url.href : new URL(panel, worker.location.origin).href
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

/** Opens the panel at `url`, in the window that has it already where there is one. */
async function open(url: string): Promise<void> {
	const [page] = await worker.clients.matchAll({ type: 'window' })
	if (!page) return void (await worker.clients.openWindow(url))
	await page.focus()
	await page.navigate(url)
}

/** Tells the shop of the subscription that took another's place: it knows the one before by its address and its secret. */
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

/** Keeps the page of a round and its files, all or none; what an older release left goes when they are there. */
async function keepRoundPage(): Promise<void> {
	const cache = await caches.open(cacheName)
	if (!(await cache.match(panelPath))) await cache.addAll([panelPath, ...paths])
	for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}

/** How long a page may take where one is kept: a signal that carries nothing is none. */
const patienceMs = 6_000

/** The panel's page as the shop has it, or as it is kept where nothing comes. */
async function openPage(request: Request): Promise<Response> {
	const fetched = fetch(request)
	const kept = await caches.match(panelPath)
	if (!kept) return await fetched
	const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), patienceMs))
	return await Promise.race([fetched.catch(() => kept), late])
}

/** A file whose name says what is in it: as good from the phone as from the shop. */
const openFile = async (request: Request) => (await caches.match(request)) ?? (await fetch(request))

worker.addEventListener<Fetching>('fetch', (event) => {
	const { request } = event
	const { origin, pathname } = new URL(request.url)
	if (request.method !== 'GET' || origin !== worker.location.origin) return
	if (request.mode === 'navigate') event.respondWith(openPage(request))
	else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request))
})
worker.addEventListener<Waiting & { readonly data: unknown }>('message', (event) => {
	if (event.data === 'guardar_reparto') event.waitUntil(keepRoundPage())
})
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener<Waiting & { data: { json(): unknown } | null }>('push', (event) =>
	event.waitUntil(show(read(event.data))),
)
worker.addEventListener<Waiting & { notification: Notification }>('notificationclick', (event) => {
	event.notification.close()
	event.waitUntil(open(String(event.notification.data)))
})
worker.addEventListener<
	Waiting & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }
>('pushsubscriptionchange', (event) => event.waitUntil(renew(event.oldSubscription, event.newSubscription)))
