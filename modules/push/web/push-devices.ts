import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AlertKind, alertKinds } from '#core/rules/staff-panel.ts'
import { panelKey, registerPanelWorker, workerScope } from '#core/web/panel/panel-parts.tsx'
import { call } from '#core/web/session/api.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import {
	bindPushDevice,
	changePushKinds,
	listPushDevices,
	removePushDevice,
	savePushDevice,
	testPush,
} from '#modules/push/endpoints.ts'
import type { PushDevice, PushDevicesAnswer, SavePushDeviceRequest } from '#modules/push/shapes.ts'

/** Lets this browser install the panel, and binds its notifications to the current login: logging out ends both. */
export function PanelDevice() {
	usePanelManifest()
	useEffect(() => void bindBrowser(), [])
	return null
}

/** Links the panel's web app manifest while the panel is rendered, so 'add to home screen' installs the panel. */
function usePanelManifest(): void {
	useEffect(() => {
		const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
		const before = link?.getAttribute('href')
		link?.setAttribute('href', '/panel.webmanifest')
		return () => link?.setAttribute('href', before ?? '')
	}, [])
}

async function bindBrowser(): Promise<void> {
	if ((await currentSubscription().catch(() => null)) === null) return
	const thisBrowser = (await readDevices().catch(() => undefined))?.thisBrowser
	if (thisBrowser) await call(bindPushDevice, { params: { id: thisBrowser.id } })
}

const key = [...panelKey, 'avisos']

interface PushDevices extends PushDevicesAnswer {
	/** This browser, when it has notifications on. */
	readonly thisBrowser: PushDevice | undefined
}

/** Reads the account's devices and identifies this browser among them. */
async function readDevices(): Promise<PushDevices> {
	const [devices, subscription] = await Promise.all([fetchFrom(listPushDevices), currentSubscription()])
	const own = subscription && (await fingerprintOf(subscription))
	return { ...devices, thisBrowser: devices.dispositivos.find(({ huella }) => huella === own) }
}

/** The account's Web Push devices and their mutations, each of which invalidates the list. */
export function usePushDevices() {
	const client = useQueryClient()
	const query = useQuery({ queryKey: key, queryFn: readDevices })
	const invalidateList = { onSettled: () => client.invalidateQueries({ queryKey: key }) }

	const turnOn = useMutation({
		async mutationFn(publicKey: string) {
			const subscription = await subscribeBrowser(publicKey)
			if (!subscription) return undefined
			return await fetchFrom(savePushDevice, { body: { ...subscription, tipos: alertKinds } })
		},
		...invalidateList,
	})
	const changeKinds = useMutation({
		mutationFn: ({ id, tipos }: { id: string; tipos: readonly AlertKind[] }) =>
			fetchFrom(changePushKinds, { params: { id }, body: { tipos } }),
		...invalidateList,
	})
	const remove = useMutation({
		async mutationFn({ id, isThisBrowser }: { id: string; isThisBrowser: boolean }) {
			await fetchFrom(removePushDevice, { params: { id } })
			if (isThisBrowser) await unsubscribeBrowser()
		},
		...invalidateList,
	})
	const test = useMutation({
		mutationFn: (id: string) => fetchFrom(testPush, { params: { id } }),
		...invalidateList,
	})
	return { query, turnOn, changeKinds, remove, test }
}

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

async function currentSubscription(): Promise<PushSubscription | null> {
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
async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
	return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

const isBoundTo = ({ options }: PushSubscription, publicKey: string) =>
	options.applicationServerKey !== null && toBase64Url(options.applicationServerKey) === publicKey

/**
 * Requests the permission and subscribes this browser with the server's key, replacing a subscription with another key. Returns
 * undefined when the permission is denied. Safari requires a user gesture. @throws when the push service is unreachable
 */
async function subscribeBrowser(
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

async function unsubscribeBrowser(): Promise<void> {
	await (await currentSubscription())?.unsubscribe()
}
