import { useEffect } from 'react'

/** Links the panel's web app manifest while the panel is rendered, so 'add to home screen' installs the panel. */
export function usePanelManifest(): void {
	useEffect(() => {
		const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
		const before = link?.getAttribute('href')
		link?.setAttribute('href', '/panel.webmanifest')
		return () => link?.setAttribute('href', before ?? '')
	}, [])
}
