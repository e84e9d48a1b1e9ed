import { createHmac } from 'node:crypto'
import { wideNetworkOf } from '#server/http/network-of.ts'
import { deriveKey, type SecretKeys } from '#server/platform/secret-keys.ts'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Names networks without telling which they are, and hashes what makes two events equal. */
export interface Pseudonyms {
	/** Ten letters for the network of `ip`: the same within a calendar month (UTC), unlike in another month or with another key. */
	networkOf(ip: string, at: Date): string
	/** A hash of `parts` that nobody without the key can compute. */
	hash(parts: readonly unknown[]): string
}

/** Pseudonyms by a key of each month: a plain hash could be tried out (16 million /24), and nobody is followed for longer. */
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
