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

/** In-memory fallback for values that localStorage rejects (blocked, full). */
const memory = new Map<string, string | null>()

/** Reads a text from localStorage; null when missing or blocked. */
export function readText(key: string): string | null {
	const held = memory.get(key)
	if (held !== undefined) return held
	try {
		return window.localStorage.getItem(key)
	} catch {
		return null
	}
}

/** Writes a text to localStorage (null removes it), or to memory when blocked. */
export function writeText(key: string, value: string | null): void {
	try {
		if (value === null) window.localStorage.removeItem(key)
		else window.localStorage.setItem(key, value)
		memory.delete(key)
	} catch {
		memory.set(key, value)
	}
}

/** Calls back when another tab changes one of `keys` (or clears everything). Returns the unsubscribe function. */
export function onOtherTab(keys: readonly string[], callback: () => void): () => void {
	const listener = (event: StorageEvent) => {
		if (event.key === null || keys.includes(event.key)) callback()
	}
	window.addEventListener('storage', listener)
	return () => window.removeEventListener('storage', listener)
}
