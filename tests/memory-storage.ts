/** An in-memory Storage; `values` is its content. */
export function memoryStorage(values = new Map<string, string>()): Storage {
	return {
		getItem: (key) => values.get(key) ?? null,
		setItem: (key, value) => void values.set(key, value),
		removeItem: (key) => void values.delete(key),
		clear: () => values.clear(),
		key: (at) => [...values.keys()][at] ?? null,
		get length() {
			return values.size
		},
	}
}
