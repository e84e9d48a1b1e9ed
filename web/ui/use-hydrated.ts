import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the page is as the server rendered it, true once it is hydrated: what only the browser knows waits for this. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
}
