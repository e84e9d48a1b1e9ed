import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { refreshRequest } from '#contract/accounts/refresh-token.ts'
import { registerAnswer, registerRequest } from '#contract/accounts/register.ts'
import { type TokenAnswer, tokenAnswer, tokenRequest } from '#contract/accounts/token.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { readEmail } from '#domain/accounts/email-address.ts'
import { logIn } from '#server/accounts/log-in.ts'
import { logOut } from '#server/accounts/log-out.ts'
import { hashingFor } from '#server/accounts/password-hashing.ts'
import { refreshSession } from '#server/accounts/refresh-session.ts'
import { registerCustomer } from '#server/accounts/register-customer.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import type { Database } from '#server/db/database.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import type { LimitOptions, RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import type { Clock } from '#server/platform/clock.ts'

/** What the browser calls itself, for the customer's list of sessions. */
export function deviceOf(request: FastifyRequest): string {
	return request.headers['user-agent'] ?? ''
}

/** What every login hands on of the browser that it comes from, and how a new one among staff's is noted in the trail. */
export const comingFrom = (request: FastifyRequest) => ({
	dispositivo: deviceOf(request),
	onNewDevice: (accountId: number) => request.recordSecurity('dispositivo_nuevo', { usuario_id: accountId }),
})

/** A text field of the body, for counting calls about one account. */
export const field = (name: string) => (request: FastifyRequest) => {
	const value = (request.body as Record<string, unknown> | null)?.[name]
	return typeof value === 'string' ? value : undefined
}

/** Every limit of a call that compares a password without a session. */
export const limitLogin = ({ limit }: RateLimits, options: LimitOptions) => [
	limit('login', options),
	limit('login_minuto', options),
	limit('login_hora', options),
]

const tags = ['cuentas']

interface LoginRoutesDeps {
	readonly db: Database
	readonly clock: Clock
	readonly mail: EnqueueMail
	readonly sessions: SessionTools
	readonly limits: RateLimits
	readonly devices: KnownDevices
}

/** A login by password, after which the browser is known to the account. */
async function openLogin(
	deps: LoginRoutesDeps,
	request: FastifyRequest<{ Body: z.output<typeof tokenRequest> }>,
	reply: FastifyReply,
): Promise<TokenAnswer> {
	const { devices } = deps
	const { username } = request.body
	const isKnownDevice = devices.nameOf(request, username) !== undefined
	const queue = hashingFor(request, reply, username)
	const tokens = unwrap(await logIn(deps, { ...request.body, ...comingFrom(request), isKnownDevice, queue }))
	request.recordSecurity('inicio_sesion', { email: readEmail(username) })
	devices.remember(request, reply, username)
	return tokens
}

/** Registering, and the calls that open, renew and end a session. */
export function loginRoutes(deps: LoginRoutesDeps): FastifyPluginAsyncZod {
	const { limits } = deps
	return async (app) => {
		await app.register(registerRoute(deps))

		app.post(
			'/api/token',
			{
				schema: { tags, body: tokenRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler: limitLogin(limits, { account: field('username') }),
			},
			async (request, reply) => await openLogin(deps, request, reply),
		)

		app.post(
			'/api/token/refresh',
			{
				schema: { tags, body: refreshRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler: limits.limit('refresh'),
			},
			async (request) => {
				const onCopied = (accountId: number) => request.recordSecurity('sesion_copiada', { usuario_id: accountId })
				const traded = { token: request.body.refresh, browser: deps.devices.browserOf(request) }
				return unwrap(await refreshSession(deps, traded, onCopied))
			},
		)

		app.post(
			'/api/token/logout',
			{
				schema: { tags, body: refreshRequest, response: { 204: z.null(), ...errorAnswers } },
				preHandler: limits.limit('refresh'),
			},
			async (request, reply) => {
				await logOut(deps, request.body.refresh)
				return reply.code(204).send(null)
			},
		)
	}
}

function registerRoute(deps: LoginRoutesDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.post(
			'/api/register',
			{
				schema: { tags, body: registerRequest, response: { 201: registerAnswer, ...errorAnswers } },
				preHandler: deps.limits.limit('registro'),
			},
			async (request, reply) => {
				const queue = hashingFor(request, reply, request.body.email)
				const account = unwrap(await registerCustomer(deps, request.body, queue))
				request.recordSecurity('cuenta_creada', { email: readEmail(request.body.email) })
				return reply.code(201).send(account)
			},
		)
	}
}
