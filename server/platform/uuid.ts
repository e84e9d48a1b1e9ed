const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Tells whether a text from outside can be looked up as a UUID at all. */
export function isUuid(value: unknown): value is string {
	return typeof value === 'string' && pattern.test(value)
}
