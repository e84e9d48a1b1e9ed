import { useEffect } from 'react'

/** Makes what a phone adds to its home screen the panel, as long as the panel is what is shown. */
export function usePanelManifest(): void {
	useEffect(() => {
		const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
		const before = link?.getAttribute('href')
		link?.setAttribute('href', '/panel.webmanifest')
		return () => link?.setAttribute('href', before ?? '')
	}, [])
}
