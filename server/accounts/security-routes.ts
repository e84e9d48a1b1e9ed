import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { changePasswordRequest, proveIdentityAnswer, proveIdentityRequest } from '#contract/accounts/profile.ts'
import { sessionsAnswer } from '#contract/accounts/sessions.ts'
import { tokenAnswer } from '#contract/accounts/token.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { endSession } from '#server/accounts/end-session.ts'
import { readProofWith } from '#server/accounts/google-routes.ts'
import type { Guard } from '#server/accounts/guard.ts'
import { listSessions } from '#server/accounts/list-sessions.ts'
import type { ProofDeps } from '#server/accounts/prove-identity.ts'
import { renewIdentity } from '#server/accounts/renew-identity.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import type { HostCookie } from '#server/http/cookies.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import { byAccount, type RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import type { Clock } from '#server/platform/clock.ts'

interface SecurityRoutesDeps extends ProofDeps {
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
	const proofIn = readProofWith(deps.browserCookie)

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
				const tokens = unwrap(await changePassword(deps, request.usuario, proofIn(request, reply)))
				request.recordSecurity('clave_cambiada')
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
			async (request, reply) => {
				const renewed = unwrap(await renewIdentity(deps, request.usuario, proofIn(request, reply)))
				request.recordSecurity('identidad_probada', { detalle: request.body.llave && 'llave' })
				return renewed
			},
		)
	}
}
