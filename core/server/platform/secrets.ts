import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createHmac,
	hkdfSync,
	randomBytes,
	timingSafeEqual,
} from 'node:crypto'

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

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares a given secret in constant time. */
export const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret))

/**
 * Signs small data that leaves the server and returns (quotes, links). A token is readable by all, and expires at
 * `expiresAt`.
 */
export interface Signer {
	/** Signs `payload` for one `purpose`; a token of another purpose never verifies. */
	sign(purpose: string, payload: unknown, expiresAt: Date): string
	/** The token's payload, or undefined when it is altered, of another purpose, or expired. */
	verify(purpose: string, token: string, now: Date): unknown
}

/** The first secret signs; every secret verifies, so that a rotation does not break issued tokens. */
export function createSigner(secrets: SecretKeys): Signer {
	const mac = (secret: string, purpose: string, body: string) =>
		createHmac('sha256', secret).update(`${purpose}\n${body}`).digest()

	return {
		sign(purpose, payload, expiresAt) {
			const body = Buffer.from(JSON.stringify({ p: payload, e: expiresAt.getTime() })).toString('base64url')
			return `${body}.${mac(secrets[0], purpose, body).toString('base64url')}`
		},
		verify(purpose, token, now) {
			const [body, signature, ...rest] = token.split('.')
			if (!body || !signature || rest.length > 0) return undefined
			const given = Buffer.from(signature, 'base64url')
			const genuine = secrets.some((secret) => {
				const expected = mac(secret, purpose, body)
				return given.length === expected.length && timingSafeEqual(given, expected)
			})
			if (!genuine) return undefined
			const { p, e } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { p: unknown; e: number }
			return now.getTime() < e ? p : undefined
		},
	}
}

/** Message authentication codes of one purpose: proof that the shop wrote a text. */
interface Mac {
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
