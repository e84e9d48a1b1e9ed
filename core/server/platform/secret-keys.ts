import { hkdfSync } from 'node:crypto'

/** The shop's secrets: the first signs, every one verifies, so that a secret can be rotated without ending sessions. */
export type SecretKeys = readonly [string, ...string[]]

/** The secrets of the environment, or the demo's generated one. Throws when there is none. */
export function secretKeysOf(
	env: { readonly SECRET_KEY?: string | undefined; readonly SECRET_KEY_PREVIOUS?: string | undefined },
	demoSecret: string | undefined,
): SecretKeys {
	const current = env.SECRET_KEY ?? demoSecret
	if (current === undefined) throw new Error('there is no secret key')
	return env.SECRET_KEY_PREVIOUS === undefined ? [current] : [current, env.SECRET_KEY_PREVIOUS]
}

/** Derives a 256-bit key for one purpose, so that a signature is valid for its purpose only. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', secret, '', `premium-shaker:${purpose}`, 32))
}
