import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyProof } from '#modules/second-factor/shapes.ts'

/** The server's WebAuthn options. */
interface Asked {
	readonly opciones: { readonly challenge: string }
	readonly reto: string
}

/** Defects of a response; by default none. */
interface Slips {
	readonly origin?: string
	readonly rpId?: string
	/** User verification did not happen. */
	readonly isUnverified?: boolean
	/** Value of the signature counter. */
	readonly counter?: number
	readonly isCopyable?: boolean
	readonly type?: string
}

/** A software passkey: ES256, no attestation (WebAuthn level 3). */
export interface VirtualPasskey {
	readonly id: string
	/** Answers a registration. */
	register(asked: Asked, slips?: Slips): NewPasskey
	/** Answers an authentication; each answer increments the signature counter. */
	show(asked: Asked, slips?: Slips): PasskeyProof
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const flagBits = { present: 0x01, verified: 0x04, copyable: 0x08, copied: 0x10, hasKey: 0x40 }

/** Returns the header of a CBOR byte string of at most 65,535 bytes. */
const cborBytes = (data: Buffer) => Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data])

/** The public key in COSE format (ES256 on P-256). */
function coseKey(jwk: { x?: string; y?: string }): Buffer {
	const coordinate = (value = '') => Buffer.from(value, 'base64url')
	return Buffer.concat([
		Buffer.from('a5010203262001215820', 'hex'),
		coordinate(jwk.x),
		Buffer.from('225820', 'hex'),
		coordinate(jwk.y),
	])
}

/** Creates a passkey for the shop at `origin`. */
export function createVirtualPasskey(origin: string): VirtualPasskey {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const rawId = randomBytes(32)
	const id = rawId.toString('base64url')
	let uses = 0

	function clientData(type: string, asked: Asked, slips: Slips): Buffer {
		const { challenge } = asked.opciones
		const told = { type: slips.type ?? type, challenge, origin: slips.origin ?? origin, crossOrigin: false }
		return Buffer.from(JSON.stringify(told))
	}
	function authenticatorData(slips: Slips, key?: Buffer): Buffer {
		const { present, verified, copyable, copied, hasKey } = flagBits
		const flags =
			present | (slips.isUnverified ? 0 : verified) | (slips.isCopyable ? copyable | copied : 0) | (key ? hasKey : 0)
		const counter = Buffer.alloc(4)
		counter.writeUInt32BE(slips.counter ?? uses)
		const credential = key ? [Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, key] : []
		const rpHash = sha256(slips.rpId ?? new URL(origin).hostname)
		return Buffer.concat([rpHash, Buffer.from([flags]), counter, ...credential])
	}
	const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const

	return {
		id,
		register(asked, slips = {}) {
			const authData = authenticatorData(slips, coseKey(publicKey.export({ format: 'jwk' })))
			// {"fmt": "none", "attStmt": {}, "authData": …}
			const head = Buffer.concat([
				Buffer.from([0xa3, 0x63]),
				Buffer.from('fmt'),
				Buffer.from([0x64]),
				Buffer.from('none'),
				Buffer.from([0x67]),
				Buffer.from('attStmt'),
				Buffer.from([0xa0, 0x68]),
				Buffer.from('authData'),
			])
			const response = {
				clientDataJSON: clientData('webauthn.create', asked, slips).toString('base64url'),
				attestationObject: Buffer.concat([head, cborBytes(authData)]).toString('base64url'),
				transports: ['internal' as const],
			}
			return { reto: asked.reto, respuesta: { ...credential, response } }
		},
		show(asked, slips = {}) {
			uses += 1
			const client = clientData('webauthn.get', asked, slips)
			const authData = authenticatorData(slips)
			const response = {
				clientDataJSON: client.toString('base64url'),
				authenticatorData: authData.toString('base64url'),
				signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString('base64url'),
			}
			return { reto: asked.reto, respuesta: { ...credential, response } }
		},
	}
}
