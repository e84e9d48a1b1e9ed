import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

const shop = 'https://tienda.cl'
const listeners = new Map<string, (event: Record<string, unknown>) => void>()
const scope = {
	addEventListener: (type: string, listener: (event: Record<string, unknown>) => void) => listeners.set(type, listener),
	location: { origin: shop },
	offlineFiles: { version: 'v2', paths: ['/assets/a.js', '/assets/b.css'] },
}
const cacheStorage = new Map<string, Map<string, string>>()
const network = vi.fn<(address: string) => Promise<string>>()
const addressOf = (request: string | { url: string }) =>
	new URL(typeof request === 'string' ? request : request.url, shop).pathname

function cacheOf(name: string) {
	const files = cacheStorage.get(name) ?? new Map<string, string>()
	cacheStorage.set(name, files)
	const match = async (request: string | { url: string }) => files.get(addressOf(request))
	const addAll = async (paths: string[]) => {
		const bodies = await Promise.all(paths.map((path) => network(path)))
		for (const [at, path] of paths.entries()) files.set(path, bodies[at] ?? '')
	}
	return { match, addAll }
}

beforeAll(async () => {
	vi.stubGlobal('self', scope)
	vi.stubGlobal('fetch', (request: { url: string }) => network(addressOf(request)))
	vi.stubGlobal('caches', {
		open: async (name: string) => cacheOf(name),
		keys: async () => [...cacheStorage.keys()],
		delete: async (name: string) => cacheStorage.delete(name),
		match: async (request: string | { url: string }) =>
			[...cacheStorage.values()].map((files) => files.get(addressOf(request))).find((body) => body !== undefined),
	})
	await import('#modules/rounds/web/offline-worker.ts')
})
beforeEach(() => {
	vi.useRealTimers()
	cacheStorage.clear()
	network.mockReset()
	network.mockImplementation(async (path) => `shop ${path}`)
})

async function sendMessage(data: unknown): Promise<void> {
	const work: Promise<unknown>[] = []
	listeners.get('message')?.({ data, waitUntil: (one: Promise<unknown>) => work.push(one) })
	await Promise.all(work)
}
/** Returns the worker's response, or undefined when the browser handles the request itself. */
function open(path: string, { mode = 'cors', method = 'GET' } = {}): Promise<string> | undefined {
	let answer: Promise<string> | undefined
	const respondWith = (given: Promise<string>) => {
		answer = given
	}
	listeners.get('fetch')?.({ request: { url: `${shop}${path}`, mode, method }, respondWith })
	return answer
}
const openRound = () => open('/perfil?tab=admin&seccion=reparto&ronda=1', { mode: 'navigate' })
const loseSignal = () => network.mockRejectedValue(new TypeError('Failed to fetch'))

test('the worker opens the cached page and files of a round offline', async () => {
	await sendMessage('guardar_reparto')
	loseSignal()
	expect(await openRound()).toBe('shop /perfil')
	expect(await open('/assets/a.js')).toBe('shop /assets/a.js')
	expect(await open('/assets/b.css')).toBe('shop /assets/b.css')
})

test('the worker prefers the server’s page while online', async () => {
	await sendMessage('guardar_reparto')
	network.mockImplementation(async (path) => `newer ${path}`)
	expect(await openRound()).toBe('newer /perfil')
})

test('the worker falls back to the cached page after six seconds, and waits for the network without one', async () => {
	await sendMessage('guardar_reparto')
	vi.useFakeTimers()
	network.mockReturnValue(new Promise(() => undefined))
	const page = openRound()
	await vi.advanceTimersByTimeAsync(6_000)
	expect(await page).toBe('shop /perfil')
	cacheStorage.clear()
	loseSignal()
	await expect(openRound()).rejects.toThrow('Failed to fetch')
})

test('the worker replaces an older release in the cache only after the newer one is complete', async () => {
	cacheOf('reparto-v1')
	cacheStorage.get('reparto-v1')?.set('/perfil', 'older')
	loseSignal()
	await expect(sendMessage('guardar_reparto')).rejects.toThrow()
	expect(await openRound()).toBe('older')
	network.mockImplementation(async (path) => `shop ${path}`)
	await sendMessage('guardar_reparto')
	loseSignal()
	expect(await openRound()).toBe('shop /perfil')
	expect([...cacheStorage.keys()]).toEqual(['reparto-v2'])
})

test('the worker fetches the cached files once, and ignores unknown messages', async () => {
	await sendMessage('guardar_reparto')
	await sendMessage('guardar_reparto')
	expect(network).toHaveBeenCalledTimes(3)
	cacheStorage.clear()
	await sendMessage('otra cosa')
	expect(cacheStorage.size).toBe(0)
})

test('the worker never handles API answers, POST requests or other origins', async () => {
	await sendMessage('guardar_reparto')
	expect(open('/api/admin_rondas/1/')).toBeUndefined()
	expect(open('/api/admin_paradas/1/entregar/', { method: 'POST' })).toBeUndefined()
	listeners.get('fetch')?.({
		request: { url: 'https://otro.cl/assets/a.js', mode: 'cors', method: 'GET' },
		respondWith: () => expect.unreachable(),
	})
	expect([...cacheStorage.values()].flatMap((files) => [...files.keys()])).toEqual([
		'/perfil',
		'/assets/a.js',
		'/assets/b.css',
	])
})
