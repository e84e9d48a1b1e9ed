const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/i

/** Validates that a key is a plain path below the store (`comprobantes/<id>.webp`). Throws a RangeError otherwise. */
export function checkedKey(key: string): string {
	if (key.length > 200 || !keyPattern.test(key)) throw new RangeError(`not a key of a file: ${JSON.stringify(key)}`)
	return key
}
