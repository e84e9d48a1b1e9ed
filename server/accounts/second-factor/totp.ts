import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { deriveKey, type SecretKeys } from '#server/platform/secret-keys.ts'

const period = 30
const ivBytes = 12
const tagBytes = 16

const totpOf = (secret: string, label = '') =>
	new TOTP({ issuer: 'Premium Shaker', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** A new shared secret of 160 bits, in base 32 as people type it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code of an app says. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The 30-second step that a code belongs to, one before or after now at most; undefined when it is of none. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
	// The library throws on six characters of more than six bytes.
	if (!/^\d{6}$/.test(code)) return undefined
	const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
	return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta
}

/** Encrypts and reads the shared secrets, so that a copy of the database makes no codes. */
export interface TotpVault {
	seal(secret: string): string
	/** The secret; undefined when it was sealed with a key that the shop no longer has. */
	open(sealed: string): string | undefined
}

/** Makes the vault (AES-256-GCM) with keys derived from the shop's secrets: the first seals, every one opens. */
export function createTotpVault(keys: SecretKeys): TotpVault {
	const derived = keys.map((key) => deriveKey(key, 'totp'))
	const sealing = deriveKey(keys[0], 'totp')
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
