// Shows pushed notifications, in the panel's service worker.
import { type ExtendableEventLike, panelPath, worker } from '#core/web/panel/worker-scope.ts'
import { renewPush } from '#modules/push/worker-endpoints.ts'

interface PushedText {
	readonly title: string
	readonly body?: string
	readonly tag?: string
	readonly navigate?: string
}

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
