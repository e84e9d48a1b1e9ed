import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, type SecretKeys } from '#core/server/platform/secret-keys.ts'

const ivBytes = 12
const tagBytes = 16

/** Encrypts secrets in the database, so that a copy of it alone reveals none. */
export interface SecretVault {
	encrypt(secret: string): string
	/** The secret; undefined when it was encrypted with a key that is no longer configured. */
	decrypt(encrypted: string): string | undefined
}

/**
 * Creates the vault (AES-256-GCM) of one purpose with keys derived from the shop's secrets: the first encrypts, every
 * one decrypts.
 */
export function createSecretVault(keys: SecretKeys, purpose: string): SecretVault {
	const derived = keys.map((key) => deriveKey(key, purpose))
	const newest = deriveKey(keys[0], purpose)
	const decryptWith = (key: Uint8Array, encrypted: Buffer): string | undefined => {
		const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivBytes))
		decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes))
		try {
			return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
		} catch {
			// Encrypted with another key.
			return undefined
		}
	}
	return {
		encrypt(secret) {
			const iv = randomBytes(ivBytes)
			const cipher = createCipheriv('aes-256-gcm', newest, iv)
			const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
			return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
		},
		decrypt: (encrypted) =>
			derived
				.map((key) => decryptWith(key, Buffer.from(encrypted, 'base64url')))
				.find((secret) => secret !== undefined),
	}
}
