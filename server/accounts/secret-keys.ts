import { hkdfSync } from 'node:crypto'

/** The shop's secrets: the first signs, every one verifies, so that a secret can be replaced without logging everybody out. */
export type SecretKeys = readonly [string, ...string[]]

/** A 256-bit key for one purpose, so that what is signed for one can never be passed off as another. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', secret, '', `premium-shaker:${purpose}`, 32))
}
