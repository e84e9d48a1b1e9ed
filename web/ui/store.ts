/** Who wants to hear of a change, in the form that `useSyncExternalStore` takes. For values that are kept elsewhere. */
export function createListeners() {
	const listeners = new Set<() => void>()
	return {
		notify(): void {
			for (const listener of listeners) listener()
		},
		subscribe(listener: () => void): () => void {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		isEmpty: () => listeners.size === 0,
	}
}

/** One value outside of React that components follow; `set` replaces it and tells them. */
export function createStore<T>(initial: T) {
	const { notify, subscribe, isEmpty } = createListeners()
	let value = initial
	return {
		get: (): T => value,
		set(next: T): void {
			value = next
			notify()
		},
		subscribe,
		isFollowed: () => !isEmpty(),
	}
}
