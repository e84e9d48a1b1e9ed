import { useEffect } from 'react'

/** A page that the browser kept whole is shown again on the way back from the gateway: its button works again. */
export function usePageRestored(onBack: () => void): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: it sets a state to a fixed value
	useEffect(() => {
		const onShow = (event: PageTransitionEvent) => {
			if (event.persisted) onBack()
		}
		window.addEventListener('pageshow', onShow)
		return () => window.removeEventListener('pageshow', onShow)
	}, [])
}
