/** What could not be kept in the browser's storage (blocked, full) lives here until the page is left. */
const memory = new Map<string, string | null>()

/** Reads a text from localStorage; null when it is missing or storage is blocked. */
export function readText(key: string): string | null {
	const held = memory.get(key)
	if (held !== undefined) return held
	try {
		return window.localStorage.getItem(key)
	} catch {
		return null
	}
}

/** Keeps a text in localStorage (null removes it); where that is not allowed it stays in memory. */
export function writeText(key: string, value: string | null): void {
	try {
		if (value === null) window.localStorage.removeItem(key)
		else window.localStorage.setItem(key, value)
		memory.delete(key)
	} catch {
		memory.set(key, value)
	}
}

/** Calls back when another tab changes one of `keys` (or clears everything). Returns how to stop. */
export function onOtherTab(keys: readonly string[], callback: () => void): () => void {
	const listener = (event: StorageEvent) => {
		if (event.key === null || keys.includes(event.key)) callback()
	}
	window.addEventListener('storage', listener)
	return () => window.removeEventListener('storage', listener)
}
