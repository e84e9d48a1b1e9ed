import { useEffect } from 'react'
import { call } from '#core/web/session/api.ts'
import { bindPushDevice } from '#modules/push/endpoints.ts'
import { currentSubscription } from '#modules/push/web/this-device.ts'
import { readDevices } from '#modules/push/web/use-push-devices.ts'

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
