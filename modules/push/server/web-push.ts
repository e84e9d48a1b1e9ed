import { createCipheriv, createECDH, createHash, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import type { AlertKind } from '#core/rules/staff-panel.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import type { Processor } from '#modules/legal/processors.ts'
import { pushSeconds } from '#modules/push/push-notices.ts'
import type { VapidKeys } from '#modules/push/server/vapid-keys.ts'

/** Dependencies of Web Push. */
export interface PushSetup {
	readonly keys: VapidKeys
	/** The contact for push services: an `https:` or `mailto:` address. */
	readonly contact: string
	readonly services: ReturnType<typeof createPushServices>
	/** The public address of the panel. */
	readonly publicUrl: string
}

export interface PushContext {
	readonly push: PushSetup
}

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
const domains = ['.push.apple.com', '.notify.windows.com']

function isKnownHost({ hostname, port, protocol, username, password }: URL): boolean {
	if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
	return hosts.includes(hostname) || domains.some((domain) => hostname.endsWith(domain))
}

/** Recognises the browsers' push services: the shop calls no other. `simulator`: the base address of a demo's simulator. */
export const createPushServices = (simulator?: string) => ({
	isKnown(endpoint: string): boolean {
		const url = URL.parse(endpoint)
		if (!url) return false
		return isKnownHost(url) || (simulator !== undefined && url.href.startsWith(simulator))
	},
})

const pushServices: Processor = {
	clave: 'avisos',
	nombre: 'Google, Mozilla, Apple o Microsoft (avisos)',
	finalidad: 'Llevar al teléfono del equipo los avisos de la tienda, cifrados: no pueden leerlos',
	pais: 'Estados Unidos',
	enlace: '',
	oculto: true,
}

/** The push services of the browsers of staff. */
export const pushProcessors = (): readonly Processor[] => [pushServices]

/** A notice as a phone shows it. */
export interface PushMessage {
	readonly kind: AlertKind | 'prueba'
	readonly title: string
	readonly body: string
	/** A path of the panel, beginning with a slash. */
	readonly path: string
	/** Messages with the same tag replace each other on the phone. */
	readonly tag: string
}

/** A browser's subscription: its endpoint, and its keys in base64url (a point of P-256, and its secret). */
export interface PushTarget {
	readonly endpoint: string
	readonly p256dh: string
	readonly auth: string
}

/** The push service's status; `undefined` without an answer. */
export type PostAnswer = number | undefined

const timeoutMs = 10_000

/**
 * Encrypts a message for one browser and posts it to its push service, once. Throws for the endpoint of an unknown
 * service; redirects are errors too.
 */
export async function postMessage(
	{ push }: PushContext,
	{ endpoint, p256dh, auth }: PushTarget,
	message: PushMessage,
): Promise<PostAnswer> {
	if (!push.services.isKnown(endpoint)) throw new Error('an endpoint that is no known push service')
	const { title, body: lines, path, tag } = message
	// Declarative Web Push: browsers that support it show it without the worker, which reads the same.
	const notification = { title, body: lines, navigate: new URL(path, push.publicUrl).href, tag, lang: 'es-CL' }
	const headers = {
		authorization: await vapidAuthorization(push.keys, endpoint, push.contact, new Date()),
		'content-type': 'application/octet-stream',
		'content-encoding': 'aes128gcm',
		ttl: String(pushSeconds[message.kind]),
		urgency: message.kind === 'stock_bajo' ? 'normal' : 'high',
		// 32 letters that reveal nothing to the push service.
		topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
	}
	const body = encryptMessage(JSON.stringify({ web_push: 8030, notification }), { p256dh, auth })
	try {
		const answer = await fetchOutside(endpoint, {
			method: 'POST',
			body,
			headers,
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		})
		await answer.body?.cancel()
		return answer.status
	} catch {
		return undefined
	}
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
	{ p256dh, auth }: Omit<PushTarget, 'endpoint'>,
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
