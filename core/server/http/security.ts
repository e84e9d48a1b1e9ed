import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FailureCode } from '#core/contract/failure.ts'
import type { SecurityEvent } from '#core/rules/audit-actions.ts'
import { isFromThisMachine } from '#core/server/http/addresses.ts'
import { hostCookie } from '#core/server/http/cookies.ts'
import { isSameSecret } from '#core/server/platform/secrets.ts'
import { reachOf } from '#core/server/platform/variables.ts'

/** Browser features that no page uses and none may. Google's button needs its credentials only. */
const closedFeatures = [
	'accelerometer',
	'camera',
	'display-capture',
	'encrypted-media',
	'geolocation',
	'gyroscope',
	'magnetometer',
	'microphone',
	'midi',
	'payment',
	'screen-wake-lock',
	'usb',
	'xr-spatial-tracking',
]

export const permissionsPolicy = closedFeatures.map((feature) => `${feature}=()`).join(', ')

/**
 * The security headers. Every source is the shop itself except Google's button, whose pop-up needs
 * `same-origin-allow-popups`.
 */
export function contentPolicy(options: {
	isHttps: boolean
	google: { scriptUrl: string } | undefined
	pages?: { styleHashes: readonly string[] }
}): FastifyHelmetOptions {
	const { isHttps, google, pages } = options
	const scope = google && new URL('.', google.scriptUrl).href
	const withGoogle = (...own: string[]) => [...own, ...(google && scope ? [scope] : [])]
	return {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				baseUri: ["'none'"],
				objectSrc: ["'none'"],
				frameAncestors: ["'none'"],
				formAction: ["'self'"],
				scriptSrc: ["'self'", ...(google ? [google.scriptUrl] : [])],
				styleSrc: withGoogle("'self'", ...(pages?.styleHashes ?? [])),
				imgSrc: ["'self'", 'data:', 'blob:'],
				mediaSrc: ["'self'"],
				fontSrc: ["'self'"],
				connectSrc: withGoogle("'self'"),
				frameSrc: withGoogle("'self'"),
				...(isHttps ? { upgradeInsecureRequests: [] } : {}),
			},
		},
		crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
		crossOriginEmbedderPolicy: false,
		crossOriginResourcePolicy: { policy: 'same-origin' },
		referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
		strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
	}
}

const demoCookie = hostCookie('llave_demo', false)
const cookieSeconds = 7 * 24 * 3600
/** The parameter of the link that the start prints. */
export const keyParameter = 'llave'

const refusal = `<!doctype html><html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Con llave</title></head><body><h1>Esta parte se abre con llave</h1>
<p>Los simuladores y los correos de la demostración se ven desde la máquina que la tiene abierta. Para verlos en este equipo, abre
en él el enlace «Con llave» que la tienda mostró al partir.</p></body></html>`

/**
 * Protects a demo's simulators: they answer this machine, and browsers that opened the link with `key`. Only
 * `publicUrl` is accepted as the host, because another site could point a name of its own here (DNS rebinding).
 */
export function demoAccess({ key, publicUrl }: { key: string; publicUrl: string }) {
	const ownName = new URL(publicUrl).hostname
	const isKey = (given: string | undefined) => given !== undefined && isSameSecret(given, key)

	const isAtHome = (request: FastifyRequest) => {
		const requested = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname
		if (requested === undefined || !isFromThisMachine(request)) return false
		return reachOf(requested) === 'machine' || requested === ownName || requested === request.raw.socket.localAddress
	}

	return async (request: FastifyRequest, reply: FastifyReply) => {
		const address = new URL(request.url, 'http://tienda')
		const given = address.searchParams.get(keyParameter)
		if (request.method === 'GET' && given !== null && isKey(given)) {
			address.searchParams.delete(keyParameter)
			return reply
				.header('set-cookie', `llave_demo=${key}; Path=/simuladores; HttpOnly; SameSite=Lax; Max-Age=${cookieSeconds}`)
				.header('cache-control', 'no-store')
				.redirect(`${address.pathname}${address.search}`, 303)
		}
		if (isAtHome(request) || isKey(demoCookie.read(request))) return
		return reply.code(403).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(refusal)
	}
}

/** A call's additions to an event: an account other than the caller's, and details in the shop's own words. */
export interface SecurityDetails {
	/** The account of the event: its id, or the typed e-mail. */
	readonly usuario_id?: number | undefined
	readonly email?: string | undefined
	readonly codigo?: FailureCode | undefined
	/** Text of the shop's own code, never typed text. */
	readonly detalle?: string | undefined
}

/** Records security-relevant events of requests. It never throws or delays the request. */
export interface SecurityRecorder {
	readonly record: (request: FastifyRequest, tipo: SecurityEvent, about: SecurityDetails) => void
	/** Records the failure that a request is answered with, where it is security-relevant. */
	readonly recordFailure: (request: FastifyRequest, code: FailureCode) => void
	/** Writes what is recorded, before the account of an event is deleted. */
	readonly flush: () => Promise<void>
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The account of a signed challenge in a call without a session. Set before the call's limits. */
		aboutAccount: number | undefined
		/** Records an event with the visitor's network and account, or those of `about`. Never throws or waits. */
		recordSecurity(tipo: SecurityEvent, about?: SecurityDetails): void
	}
}

/** Adds `recordSecurity` to every request; it does nothing without a recorder. Call it before any route is added. */
export function recordSecurity(app: FastifyInstance, recorder: SecurityRecorder | undefined): void {
	app.decorateRequest('aboutAccount', undefined)
	app.decorateRequest('recordSecurity', function (this: FastifyRequest, tipo, about = {}) {
		recorder?.record(this, tipo, about)
	})
}
