import { createHmac } from 'node:crypto'
import { wideNetworkOf } from '#core/server/http/network-of.ts'
import { deriveKey, type SecretKeys } from '#core/server/platform/secret-keys.ts'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Pseudonyms of networks, and hashes to recognise equal events. */
export interface Pseudonyms {
	/**
	 * Ten letters for the network of `ip`: equal within a calendar month (UTC), different in another month or with another
	 * key.
	 */
	networkOf(ip: string, at: Date): string
	/** A keyed hash of `parts`. */
	hash(parts: readonly unknown[]): string
}

/**
 * Pseudonyms by a monthly key: a plain hash could be tried out (16 million /24), and no network is linkable for longer.
 */
export function createPseudonyms([secret]: SecretKeys): Pseudonyms {
	const hashKey = deriveKey(secret, 'security-event')
	let current: { month: string; key: Uint8Array } | undefined

	function keyOf(month: string): Uint8Array {
		if (current?.month !== month) current = { month, key: deriveKey(secret, `security-network:${month}`) }
		return current.key
	}

	return {
		networkOf(ip, at) {
			const digest = createHmac('sha256', keyOf(at.toISOString().slice(0, 7)))
				.update(wideNetworkOf(ip))
				.digest()
			return [...digest.subarray(0, 10)].map((byte) => alphabet[byte % alphabet.length]).join('')
		},
		hash: (parts) => createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url').slice(0, 22),
	}
}
