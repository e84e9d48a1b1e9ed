import { useSyncExternalStore } from 'react'

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
