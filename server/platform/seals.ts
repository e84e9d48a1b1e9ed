import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '#server/platform/secret-keys.ts'

/** Seals of one purpose: they show that the shop itself wrote a text. */
export interface Seals {
	seal(text: string | Uint8Array): Buffer
	/** Whether `given` is the seal of the text, made with any secret that still counts. Takes as long whatever is wrong. */
	isGenuine(given: Uint8Array, text: string | Uint8Array): boolean
}

/** Makes and checks seals (HMAC-SHA-256, its first `byteCount` bytes) with keys that are derived for `purpose` alone. */
export function createSeals(secrets: SecretKeys, purpose: string, byteCount = 32): Seals {
	const keyOf = (secret: string) => deriveKey(secret, purpose)
	const keys = secrets.map(keyOf)
	const signingKey = keyOf(secrets[0])
	const sealWith = (key: Uint8Array, text: string | Uint8Array) =>
		createHmac('sha256', key).update(text).digest().subarray(0, byteCount)
	return {
		seal: (text) => sealWith(signingKey, text),
		isGenuine: (given, text) =>
			given.length === byteCount && keys.some((key) => timingSafeEqual(given, sealWith(key, text))),
	}
}
