import { createHash } from 'node:crypto'

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether untrusted text is a UUID. */
export function isUuid(value: unknown): value is string {
	return typeof value === 'string' && pattern.test(value)
}

/** A deterministic id for these words: a UUID of version 8, for application-defined ids (RFC 9562). */
export function derivedUuid(words: string): string {
	const hex = createHash('sha256').update(words).digest('hex')
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
