import { useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False until hydration, for values that only the browser has. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
}

/** From this width on, lists are tables; below it they are cards. */
const tables = '(min-width: 768px)'

function subscribe(listener: () => void): () => void {
	const query = window.matchMedia(tables)
	query.addEventListener('change', listener)
	return () => query.removeEventListener('change', listener)
}

/** Whether the window is wide enough for tables. */
export function useWide(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => window.matchMedia(tables).matches,
		() => true,
	)
}

/** Returns the value after `ms` milliseconds without a change. */
export function useDebounced(text: string, ms: number): string {
	const [settled, setSettled] = useState(text)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), ms)
		return () => clearTimeout(timer)
	}, [text, ms])
	return settled
}

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
