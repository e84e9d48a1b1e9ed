import { useEffect } from 'react'

/** Runs when the browser restores the page from the back/forward cache, e.g. after the gateway: its button works again. */
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
