import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: Record<string, unknown>) => void

const listeners = new Map<string, Listener>()
const page = { url: 'https://tienda.cl/perfil', navigate: vi.fn(), focus: vi.fn() }
const pages: (typeof page)[] = []
const scope = {
	addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
	location: { origin: 'https://tienda.cl' },
	registration: { showNotification: vi.fn(), pushManager: { subscribe: vi.fn() } },
	clients: { claim: vi.fn(), matchAll: async () => pages, openWindow: vi.fn() },
	skipWaiting: vi.fn(),
}
const { showNotification } = scope.registration

beforeAll(async () => {
	vi.stubGlobal('self', scope)
	await import('#modules/push/web/worker.ts')
})
beforeEach(() => {
	vi.clearAllMocks()
	pages.length = 0
})

/** Dispatches an event and awaits its waitUntil promises. */
async function fire(type: string, event: Record<string, unknown> = {}): Promise<void> {
	const work: Promise<unknown>[] = []
	listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) })
	await Promise.all(work)
}
const push = (json: unknown) => fire('push', { data: { json: () => json } })
const panel = 'https://tienda.cl/perfil?tab=admin'

test('the worker shows a pushed notification', async () => {
	const navigate = `${panel}&orden=1`
	await push({ web_push: 8030, notification: { title: 'Caso por resolver', body: 'Orden 1', tag: 'caso:1', navigate } })
	expect(showNotification).toHaveBeenCalledWith('Caso por resolver', {
		body: 'Orden 1',
		tag: 'caso:1',
		renotify: true,
		data: navigate,
		lang: 'es-CL',
		icon: '/icon-192.png',
	})
})

test.each([
	['nothing', { data: null }],
	[
		'invalid JSON',
		{
			data: {
				json: () => {
					throw new SyntaxError()
				},
			},
		},
	],
	['something else', { data: { json: () => ({ otra: 'cosa' }) } }],
])('the worker shows a fallback notification for a push with %s', async (_what, event) => {
	await fire('push', event)
	expect(showNotification).toHaveBeenCalledWith('Aviso de la tienda', expect.objectContaining({ data: panel }))
})

test.each(['https://evil.cl/perfil?tab=admin', 'https://tienda.cl/carrito', 'javascript:alert(1)'])(
	'a notification opens the panel instead of %s',
	async (navigate) => {
		await push({ notification: { title: 'x', navigate } })
		expect(showNotification).toHaveBeenCalledWith('x', expect.objectContaining({ data: panel }))
	},
)

test('a click on a notification reuses the open window, or opens one', async () => {
	const notification = { close: vi.fn(), data: panel }
	await fire('notificationclick', { notification })
	expect(scope.clients.openWindow).toHaveBeenCalledWith(panel)
	pages.push(page)
	await fire('notificationclick', { notification })
	expect(page.navigate).toHaveBeenCalledWith(panel)
	expect(page.focus).toHaveBeenCalledOnce()
	expect(scope.clients.openWindow).toHaveBeenCalledOnce()
	expect(notification.close).toHaveBeenCalledTimes(2)
})

const subscription = (name: string) => ({
	options: { userVisibleOnly: true },
	toJSON: () => ({ endpoint: `https://x/${name}`, keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
})

test('the worker sends a replaced subscription to the server with the old one’s secret', async () => {
	const fetched = vi.fn()
	vi.stubGlobal('fetch', fetched)
	scope.registration.pushManager.subscribe.mockResolvedValue(subscription('nueva'))
	await fire('pushsubscriptionchange', { oldSubscription: subscription('vieja') })
	const [path, { body }] = fetched.mock.calls[0] ?? []
	expect(path).toBe('/api/avisos_renovar/')
	expect(JSON.parse(body)).toEqual({
		anterior: { endpoint: 'https://x/vieja', auth: 'a-vieja' },
		nueva: { endpoint: 'https://x/nueva', keys: { p256dh: 'p-nueva', auth: 'a-nueva' } },
	})
	await fire('pushsubscriptionchange', { oldSubscription: null })
	expect(fetched).toHaveBeenCalledOnce()
})
