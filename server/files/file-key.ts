const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/i

/**
 * Checks that a key is a plain path below the store, such as `comprobantes/<id>.webp`: letters, digits, `-` and `_` in parts
 * divided by `/`, one extension, at most 200 characters. Throws a RangeError for anything else (a way up, an absolute path).
 */
export function checkedKey(key: string): string {
	if (key.length > 200 || !keyPattern.test(key)) throw new RangeError(`not a key of a file: ${JSON.stringify(key)}`)
	return key
}
