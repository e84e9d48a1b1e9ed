import { registerPanelWorker, workerScope } from '#core/web/panel/panel-parts.tsx'
import type { SavePushDeviceRequest } from '#modules/push/shapes.ts'

/** Reason why this browser cannot receive notifications. */
export type Obstacle = 'sin_instalar' | 'no_sabe' | 'bloqueado'

const isApple = () =>
	/iPhone|iPad|iPod/.test(navigator.userAgent) ||
	(/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Whether to call the device a phone in texts. */
export const isPhone = () => /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)

/** Returns the obstacle to notifications, or undefined. iOS supports Web Push only for home screen apps. */
export function pushObstacle(): Obstacle | undefined {
	if (isApple() && !isInstalled()) return 'sin_instalar'
	const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
	if (!isSupported) return 'no_sabe'
	return Notification.permission === 'denied' ? 'bloqueado' : undefined
}

export async function currentSubscription(): Promise<PushSubscription | null> {
	if (!('serviceWorker' in navigator)) return null
	const registration = await navigator.serviceWorker.getRegistration(workerScope)
	return (await registration?.pushManager?.getSubscription()) ?? null
}

const toBase64Url = (bytes: ArrayBuffer) =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')

/** Returns the hash by which the server identifies a subscription without revealing its endpoint. */
export async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
	return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

const isBoundTo = ({ options }: PushSubscription, publicKey: string) =>
	options.applicationServerKey !== null && toBase64Url(options.applicationServerKey) === publicKey

/**
 * Requests the permission and subscribes this browser with the server's key, replacing a subscription with another key. Returns
 * undefined when the permission is denied. Safari requires a user gesture. @throws when the push service is unreachable
 */
export async function subscribeBrowser(
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

export async function unsubscribeBrowser(): Promise<void> {
	await (await currentSubscription())?.unsubscribe()
}
