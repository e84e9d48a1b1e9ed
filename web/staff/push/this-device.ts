import type { SavePushDeviceRequest } from '#contract/staff/push.ts'
import { registerPanelWorker, workerScope } from '#web/staff/push/panel-worker.ts'

/** What keeps this browser from being told, as far as it says. */
export type Obstacle = 'sin_instalar' | 'no_sabe' | 'bloqueado'

const isApple = () =>
	/iPhone|iPad|iPod/.test(navigator.userAgent) ||
	(/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Whether it is a phone, for how it is called. */
export const isPhone = () => /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)

/** Why this browser cannot be told; undefined when it can. An iPhone knows how to only from the home screen. */
export function obstacleHere(): Obstacle | undefined {
	if (isApple() && !isInstalled()) return 'sin_instalar'
	const knowsHow = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
	if (!knowsHow) return 'no_sabe'
	return Notification.permission === 'denied' ? 'bloqueado' : undefined
}

/** This browser's subscription, if it has one. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
	if (!('serviceWorker' in navigator)) return null
	const registration = await navigator.serviceWorker.getRegistration(workerScope)
	return (await registration?.pushManager?.getSubscription()) ?? null
}

const toBase64Url = (bytes: ArrayBuffer) =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')

/** By what the shop names a subscription without telling its address. */
export async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
	return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

const isBoundTo = ({ options }: PushSubscription, publicKey: string) =>
	options.applicationServerKey !== null && toBase64Url(options.applicationServerKey) === publicKey

/**
 * Asks for the permission and subscribes this browser with the shop's key, anew where it was with another. Undefined when the
 * permission was not given. To be called as what was pressed is handled: Safari asks at no other moment. Throws what the browser
 * throws when its push service cannot be reached.
 */
export async function subscribeHere(
	publicKey: string,
): Promise<Pick<SavePushDeviceRequest, 'endpoint' | 'keys'> | undefined> {
	if ((await Notification.requestPermission()) !== 'granted') return undefined
	const { pushManager } = await registerPanelWorker()
	const before = await pushManager.getSubscription()
	if (before && !isBoundTo(before, publicKey)) await before.unsubscribe()
	const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
	const { endpoint = '', keys } = subscription.toJSON()
	return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/** Ends this browser's subscription. */
export async function unsubscribeHere(): Promise<void> {
	await (await subscriptionHere())?.unsubscribe()
}
