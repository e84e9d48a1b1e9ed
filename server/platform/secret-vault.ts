import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, type SecretKeys } from '#server/platform/secret-keys.ts'

const ivBytes = 12
const tagBytes = 16

/** Encrypts and reads secrets that are kept in the database, so that a copy of it alone tells none. */
export interface SecretVault {
	seal(secret: string): string
	/** The secret; undefined when it was sealed with a key that the shop no longer has. */
	open(sealed: string): string | undefined
}

/** Makes the vault (AES-256-GCM) of one purpose with keys derived from the shop's secrets: the first seals, every one opens. */
export function createSecretVault(keys: SecretKeys, purpose: string): SecretVault {
	const derived = keys.map((key) => deriveKey(key, purpose))
	const sealing = deriveKey(keys[0], purpose)
	const openWith = (key: Uint8Array, sealed: Buffer): string | undefined => {
		const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
		decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
		try {
			return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
		} catch {
			// Sealed with the other key.
			return undefined
		}
	}
	return {
		seal(secret) {
			const iv = randomBytes(ivBytes)
			const cipher = createCipheriv('aes-256-gcm', sealing, iv)
			const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
			return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
		},
		open: (sealed) =>
			derived.map((key) => openWith(key, Buffer.from(sealed, 'base64url'))).find((secret) => secret !== undefined),
	}
}
