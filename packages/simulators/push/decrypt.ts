import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** Keys of a simulated browser, in base64url; a real browser never shares the private one. */
export interface BrowserKeys {
	readonly publicKey: string
	readonly privateKey: string
	readonly auth: string
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64url')
const tagBytes = 16

const derive = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number) =>
	new Uint8Array(hkdfSync('sha256', secret, salt, info, length))

/** Parts of an `aes128gcm` body (RFC 8188): salt, record size, the sender's public key, and its one record. */
function partsOf(body: Buffer) {
	const keyLength = body.readUInt8(20)
	const recordSize = body.readUInt32BE(16)
	const record = body.subarray(21 + keyLength)
	if (record.length > recordSize) throw new Error('more than one record')
	return { salt: body.subarray(0, 16), sender: body.subarray(21, 21 + keyLength), record }
}

/** Removes the padding, which starts with the delimiter of the last record. */
function unpadded(text: Buffer): Buffer {
	const end = text.findLastIndex((byte) => byte !== 0)
	if (text[end] !== 2) throw new Error('no mark of the last record')
	return text.subarray(0, end)
}

/** Decrypts a message for a browser (RFC 8291). @throws for another browser's message. */
export function decrypt(body: Buffer, keys: BrowserKeys): string {
	const { salt, sender, record } = partsOf(body)
	const curve = createECDH('prime256v1')
	curve.setPrivateKey(bytesOf(keys.privateKey))
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytesOf(keys.publicKey), sender])
	const secret = derive(curve.computeSecret(sender), bytesOf(keys.auth), info, 32)
	const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
	const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
	const decipher = createDecipheriv('aes-128-gcm', key, nonce)
	decipher.setAuthTag(record.subarray(-tagBytes))
	return unpadded(Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()])).toString()
}
