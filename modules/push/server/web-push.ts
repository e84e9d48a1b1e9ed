import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import type { VapidKeys } from '#modules/push/server/vapid-keys.ts'

/** A browser's keys, in base64url: its point of P-256 and its secret. */
export interface BrowserKeys {
	readonly p256dh: string
	readonly auth: string
}

const recordBytes = 4096
/** A record's bytes besides the text: its end mark and the cipher's tag. */
const recordOverhead = 17
/** Push services accept at most 24 hours. */
const tokenLifeMs = 12 * 3_600_000

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
	Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

function newPair(): ECDH {
	const pair = createECDH('prime256v1')
	pair.generateKeys()
	return pair
}

/**
 * Encrypts a message for one browser (RFC 8291, `aes128gcm`), in one record. `own` and `salt` are new for each message.
 */
export function encryptMessage(
	text: string,
	{ p256dh, auth }: BrowserKeys,
	own: ECDH = newPair(),
	salt: Buffer = randomBytes(16),
): Uint8Array<ArrayBuffer> {
	const plain = Buffer.from(text)
	if (plain.length > recordBytes - recordOverhead) throw new Error('the message does not fit into one record')
	const browser = Buffer.from(p256dh, 'base64url')
	const point = own.getPublicKey()
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, point])
	const key = derive(own.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32)
	const contentKey = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16)
	const cipher = createCipheriv('aes-128-gcm', contentKey, derive(key, salt, 'Content-Encoding: nonce\0', 12))
	const size = Buffer.alloc(4)
	size.writeUInt32BE(recordBytes)
	// 2 marks the last record.
	const record = [cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
	return new Uint8Array(Buffer.concat([salt, size, Buffer.from([point.length]), point, ...record]))
}

/** A point of P-256 as a JWK: after the first byte, which marks it as uncompressed, two coordinates of 32. */
export function jwkOf(publicKey: string) {
	const point = Buffer.from(publicKey, 'base64url')
	const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
	return { kty: 'EC', crv: 'P-256', x, y } as const
}

/**
 * The `Authorization` header that identifies the shop to a push service (RFC 8292). `contact` is an `https:` or
 * `mailto:` address.
 */
export async function vapidAuthorization(
	{ publicKey, privateKey }: VapidKeys,
	endpoint: string,
	contact: string,
	now: Date,
): Promise<string> {
	const key = await importJWK({ ...jwkOf(publicKey), d: privateKey }, 'ES256')
	const token = await new SignJWT()
		.setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
		.setAudience(new URL(endpoint).origin)
		.setExpirationTime(new Date(now.getTime() + tokenLifeMs))
		.setSubject(contact)
		.sign(key)
	return `vapid t=${token}, k=${publicKey}`
}
