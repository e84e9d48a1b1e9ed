import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt, errors } from 'jose'
import { z } from 'zod'
import { fail } from '#core/contract/failure.ts'
import { googleNonceSeconds } from '#core/rules/lifetimes.ts'
import type { Database } from '#core/server/db/database.ts'
import type { HostCookie } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import type { KnownDevices } from '#core/server/http/known-devices.ts'
import { FailureAnswer, unwrap } from '#core/server/http/unwrap.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { ownerOf } from '#modules/accounts/server/access-token.ts'
import type { GoogleConfig, GoogleVerifier } from '#modules/accounts/server/google-identity.ts'
import type { GoogleNonces } from '#modules/accounts/server/google-nonces.ts'
import { logInWithGoogle } from '#modules/accounts/server/log-in-google.ts'
import { comingFrom, loginLimits } from '#modules/accounts/server/login-routes.ts'
import { hashingFor } from '#modules/accounts/server/password-hashing.ts'
import type { SessionTools } from '#modules/accounts/server/sessions.ts'
import type { Hooks } from '#modules/context.ts'

interface GoogleRoutesDeps {
	readonly db: Database
	readonly sessions: SessionTools
	readonly devices: KnownDevices
	readonly mail: EnqueueMail
	readonly nonces: GoogleNonces
	readonly google: { readonly config: GoogleConfig; readonly verifier: GoogleVerifier } | undefined
	readonly browserCookie: HostCookie
	readonly hooks: Hooks
}

/** The browser id of Google's nonces; undefined without a genuine cookie. */
export function browserOf(cookie: HostCookie, request: FastifyRequest): string | undefined {
	const value = cookie.read(request)
	return value && /^[\w-]{22}$/.test(value) ? value : undefined
}

/** Reads the proof of identity in a request's body, with its browser and its share of the hashing queue. */
export const readProofWith =
	(cookie: HostCookie) =>
	<Body extends object>(request: FastifyRequest & { readonly body: Body }, reply: FastifyReply) => ({
		...request.body,
		navegador: browserOf(cookie, request),
		queue: hashingFor(request, reply, request.usuario.email),
	})

function rememberBrowser(cookie: HostCookie, request: FastifyRequest, reply: FastifyReply): string {
	// A second tab reuses the browser's cookie, so that the first tab's nonce stays valid.
	const browser = browserOf(cookie, request) ?? randomBytes(16).toString('base64url')
	cookie.write(reply, browser, googleNonceSeconds)
	return browser
}

const bodyShape = z.object({ credential: z.string(), password: z.string().min(1).optional() })

/** The unverified address in the credential: for rate limits only. */
function emailIn({ body }: FastifyRequest): string | undefined {
	const { data } = bodyShape.safeParse(body)
	try {
		const { email } = decodeJwt<{ email?: unknown }>(data?.credential ?? '')
		return typeof email === 'string' ? email : undefined
	} catch (error) {
		if (error instanceof errors.JOSEError) return undefined
		throw error
	}
}

const isWithPassword = ({ body }: FastifyRequest) => bodyShape.safeParse(body).data?.password !== undefined

export function googleRoutes(deps: GoogleRoutesDeps): FastifyPluginAsync {
	const { nonces, devices, google, browserCookie } = deps
	return async (app) => {
		handle(app, endpoints.createGoogleNonce, async (request, reply) => {
			if (!google) return { disponible: false, client_id: '', script_url: '', nonce: '' }
			const nonce = nonces.issue(rememberBrowser(browserCookie, request, reply))
			return { disponible: true, client_id: google.config.clientId, script_url: google.config.scriptUrl, nonce }
		})
		handle(
			app,
			endpoints.logInWithGoogle,
			async (request, reply) => {
				const { credential, password, carrito } = request.body
				if (!google || !credential) throw new FailureAnswer(fail('google_invalido'))
				const email = emailIn(request) ?? ''
				const attempt = {
					credential,
					password,
					carrito,
					...comingFrom(request),
					navegador: browserOf(browserCookie, request),
					queue: hashingFor(request, reply, email),
					isKnownDevice: devices.nameOf(request, email) !== undefined,
				}
				const tokens = unwrap(await logInWithGoogle({ ...deps, google: google.verifier }, attempt))
				request.recordSecurity('inicio_google', { usuario_id: ownerOf(tokens.access) })
				devices.remember(request, reply, email)
				return tokens
			},
			// A password in the body is a guess at the account of that address.
			{ limits: loginLimits({ account: emailIn, when: isWithPassword }) },
		)
	}
}
