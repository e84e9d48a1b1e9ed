/** Reads a value that this tab keeps (sessionStorage); undefined when there is none or it cannot be read. */
export function readKept(key: string): unknown {
	try {
		const text = window.sessionStorage.getItem(key)
		return text === null ? undefined : JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Keeps a value for this tab; undefined removes it. Where storage is blocked nothing is kept, and nothing breaks. */
export function keep(key: string, value: unknown): void {
	try {
		if (value === undefined) window.sessionStorage.removeItem(key)
		else window.sessionStorage.setItem(key, JSON.stringify(value))
	} catch (error) {
		console.warn('this tab keeps nothing', error)
	}
}
