import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '#core/server/platform/secret-keys.ts'

/** Message authentication codes of one purpose: proof that the shop wrote a text. */
export interface Mac {
	sign(text: string | Uint8Array): Buffer
	/** Whether `given` is the text's tag under any current secret, in constant time. */
	verify(given: Uint8Array, text: string | Uint8Array): boolean
}

/** Creates and verifies codes (HMAC-SHA-256, its first `byteCount` bytes) with keys derived for `purpose` alone. */
export function createMac(secrets: SecretKeys, purpose: string, byteCount = 32): Mac {
	const keyOf = (secret: string) => deriveKey(secret, purpose)
	const keys = secrets.map(keyOf)
	const signingKey = keyOf(secrets[0])
	const codeWith = (key: Uint8Array, text: string | Uint8Array) =>
		createHmac('sha256', key).update(text).digest().subarray(0, byteCount)
	return {
		sign: (text) => codeWith(signingKey, text),
		verify: (given, text) =>
			given.length === byteCount && keys.some((key) => timingSafeEqual(given, codeWith(key, text))),
	}
}
