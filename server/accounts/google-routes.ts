import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { googleLoginRequest, googleNonceAnswer } from '#contract/accounts/login-google.ts'
import { tokenAnswer } from '#contract/accounts/token.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { refuse } from '#contract/failure.ts'
import { googleNonceSeconds } from '#domain/accounts/lifetimes.ts'
import { ownerOf } from '#server/accounts/access-token.ts'
import type { GoogleConfig, GoogleVerifier } from '#server/accounts/google-identity.ts'
import type { GoogleNonces } from '#server/accounts/google-nonces.ts'
import { logInWithGoogle } from '#server/accounts/log-in-google.ts'
import { deviceOf } from '#server/accounts/login-routes.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { answer, FailureAnswer } from '#server/http/answer.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'

interface GoogleRoutesDeps {
	readonly db: Database
	readonly sessions: SessionTools
	readonly limits: RateLimits
	readonly nonces: GoogleNonces
	readonly google: { readonly config: GoogleConfig; readonly verifier: GoogleVerifier } | undefined
	readonly isSecure: boolean
}

const cookieName = 'google_navegador'

/** The cookie that ties Google's nonces to this browser; no script reads it, no other site sends it. */
export function browserOf(request: FastifyRequest): string | undefined {
	const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
	const value = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
	return value && /^[\w-]{22}$/.test(value) ? value : undefined
}

function rememberBrowser(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
	// A second tab keeps the browser's cookie, so that the first tab's nonce stays good.
	const browser = browserOf(request) ?? randomBytes(16).toString('base64url')
	const attributes = `Path=/api; Max-Age=${googleNonceSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
	reply.header('set-cookie', `${cookieName}=${browser}; ${attributes}`)
	return browser
}

/** Signing in with Google. */
export function googleRoutes(deps: GoogleRoutesDeps): FastifyPluginAsyncZod {
	const { db, sessions, nonces, limits, google } = deps
	const tags = ['cuentas']

	return async (app) => {
		app.get(
			'/api/login-google/nonce',
			{
				schema: { tags, response: { 200: googleNonceAnswer, ...errorAnswers } },
				preHandler: limits.limit('refresh'),
			},
			async (request, reply) => {
				if (!google) return { disponible: false, client_id: '', script_url: '', nonce: '' }
				const nonce = nonces.issue(rememberBrowser(request, reply, deps.isSecure))
				return { disponible: true, client_id: google.config.clientId, script_url: google.config.scriptUrl, nonce }
			},
		)

		app.post(
			'/api/login-google',
			{
				schema: { tags, body: googleLoginRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler: limits.limit('login_google'),
			},
			async (request) => {
				const { credential, password, carrito } = request.body
				if (!google || !credential) throw new FailureAnswer(refuse('google_invalido'))
				const attempt = { credential, password, carrito, navegador: browserOf(request), dispositivo: deviceOf(request) }
				const tokens = answer(await logInWithGoogle({ db, sessions, nonces, google: google.verifier }, attempt))
				request.recordSecurity('inicio_google', { usuario_id: ownerOf(tokens.access) })
				await limits.forgive(request)
				return tokens
			},
		)
	}
}
