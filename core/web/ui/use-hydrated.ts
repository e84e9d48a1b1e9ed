import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False until hydration, for values that only the browser has. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
}
