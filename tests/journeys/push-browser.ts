import { expect, type Page } from '@playwright/test'
import type { ArrivedMessage } from '#tests/push-helpers.ts'

/**
 * Subscribes the page's browser at the simulated push service, because no real one is reachable. The subscription ends with
 * the browser.
 */
export async function subscribeAtSimulator(page: Page): Promise<void> {
	await page.addInitScript(() => {
		// A headless browser denies notifications despite the permission.
		Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
		Notification.requestPermission = async () => 'granted'
		const place = 'push-subscription'
		const kept = () => {
			const text = localStorage.getItem(place)
			if (text === null) return null
			const { applicationServerKey, ...json } = JSON.parse(text)
			const bytes = Uint8Array.from(atob(applicationServerKey.replace(/-/g, '+').replace(/_/g, '/')), (one) =>
				one.charCodeAt(0),
			)
			const unsubscribe = async () => void localStorage.removeItem(place)
			return { ...json, options: { applicationServerKey: bytes.buffer }, toJSON: () => json, unsubscribe }
		}
		Object.assign(PushManager.prototype, {
			getSubscription: async () => kept(),
			async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
				const body = JSON.stringify({ applicationServerKey })
				const headers = { 'content-type': 'application/json' }
				const answer = await fetch('/simuladores/push/suscripciones', { method: 'POST', headers, body })
				localStorage.setItem(place, JSON.stringify({ ...(await answer.json()), applicationServerKey }))
				return kept()
			},
		})
	})
}

/** Sets the answer to every later push message. */
export async function answerPushWith(page: Page, responde: string): Promise<void> {
	await page.request.post('/simuladores/push/operador/respuesta', { form: { responde } })
}

/** Texts received by the simulated push service, decrypted. */
export async function arrivedTexts(page: Page): Promise<string[]> {
	const answer = await page.request.get('/simuladores/push/_mensajes')
	return ((await answer.json()) as { mensajes: ArrivedMessage[] }).mensajes.map(({ text }) => text)
}

/** Dispatches a push event to the page's service worker; returns the notifications shown. */
export async function deliverPush(page: Page, data: string): Promise<unknown> {
	const [worker] = page.context().serviceWorkers()
	if (!worker) throw new Error('the panel has no service worker')
	await worker.evaluate(() => {
		const shown: unknown[] = []
		Object.assign(globalThis, { shown })
		ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data } = {}) =>
			void shown.push({ title, body, data })
	})
	const session = await page.context().newCDPSession(page)
	const { origin } = new URL(page.url())
	const registered = new Promise<string>((resolve) =>
		session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(`${origin}/perfil`))
			if (own) resolve(own.registrationId)
		}),
	)
	await session.send('ServiceWorker.enable')
	await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
	const readShown = () => worker.evaluate((): unknown => Reflect.get(globalThis, 'shown'))
	await expect.poll(readShown).not.toEqual([])
	await session.detach()
	return await readShown()
}
