/** Listeners in the form of `useSyncExternalStore`, for values stored elsewhere. */
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

/** A value outside of React that components subscribe to. */
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
