import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { changePasswordRequest, proveIdentityAnswer, proveIdentityRequest } from '#contract/accounts/profile.ts'
import { sessionsAnswer } from '#contract/accounts/sessions.ts'
import { tokenAnswer } from '#contract/accounts/token.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { endSession } from '#server/accounts/end-session.ts'
import { browserOf } from '#server/accounts/google-routes.ts'
import type { Guard } from '#server/accounts/guard.ts'
import { listSessions } from '#server/accounts/list-sessions.ts'
import { deviceOf } from '#server/accounts/login-routes.ts'
import type { ProofDeps } from '#server/accounts/prove-identity.ts'
import { renewIdentity } from '#server/accounts/renew-identity.ts'
import type { FactorTools } from '#server/accounts/second-factor/check-factor.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import type { HostCookie } from '#server/http/cookies.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import { byAccount, type RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import type { Clock } from '#server/platform/clock.ts'

interface SecurityRoutesDeps extends ProofDeps, FactorTools {
	readonly clock: Clock
	readonly sessions: SessionTools
	readonly limits: RateLimits
	readonly devices: KnownDevices
	readonly mail: EnqueueMail
	readonly guard: Guard
	readonly browserCookie: HostCookie
}

const tags = ['perfil']
const security = [{ bearer: [] }]

/** Where the account is open, and closing it there. The guard stands before them. */
function sessionRoutes(deps: SecurityRoutesDeps): FastifyPluginAsyncZod {
	const preHandler = deps.limits.limit('perfil', byAccount)
	return async (app) => {
		app.get(
			'/api/perfil/sesiones',
			{ schema: { tags, security, response: { 200: sessionsAnswer, ...errorAnswers } }, preHandler },
			async (request) => await listSessions(deps, request.usuario),
		)

		app.delete(
			'/api/perfil/sesiones/:id',
			{
				schema: { tags, security, params: z.object({ id: z.string() }), response: { 204: z.null(), ...errorAnswers } },
				preHandler,
			},
			async (request, reply) => {
				unwrap(await endSession(deps, request.usuario.id, request.params.id))
				return reply.code(204).send(null)
			},
		)
	}
}

/** The calls by which customers guard their own account: where it is open, its password. */
export function securityRoutes(deps: SecurityRoutesDeps): FastifyPluginAsyncZod {
	const preHandler = deps.limits.limit('clave_otra_vez', byAccount)
	const browser = (request: FastifyRequest) => browserOf(deps.browserCookie, request)

	return async (app) => {
		app.addHook('onRequest', deps.guard.requireCustomer)

		await app.register(sessionRoutes(deps))

		app.post(
			'/api/perfil/clave',
			{
				schema: { tags, security, body: changePasswordRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler,
			},
			async (request, reply) => {
				const proof = { ...request.body, navegador: browser(request), dispositivo: deviceOf(request) }
				const tokens = unwrap(await changePassword(deps, request.usuario.id, proof))
				request.recordSecurity('clave_cambiada')
				await deps.limits.forgive(request)
				deps.devices.remember(request, reply, request.usuario.email)
				return tokens
			},
		)

		app.post(
			'/api/perfil/identidad',
			{
				schema: {
					tags,
					security,
					body: proveIdentityRequest,
					response: { 200: proveIdentityAnswer, ...errorAnswers },
				},
				preHandler,
			},
			async (request) => {
				const proof = { ...request.body, navegador: browser(request) }
				const renewed = unwrap(await renewIdentity(deps, request.usuario, proof))
				request.recordSecurity('identidad_probada', { detalle: request.body.llave && 'llave' })
				await deps.limits.forgive(request)
				return renewed
			},
		)
	}
}
