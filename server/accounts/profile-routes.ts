import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
	changePasswordRequest,
	deleteAccountRequest,
	editProfileRequest,
	profileAnswer,
	saveCartAnswer,
	saveCartRequest,
} from '#contract/accounts/profile.ts'
import { sessionsAnswer } from '#contract/accounts/sessions.ts'
import { tokenAnswer } from '#contract/accounts/token.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { editProfile } from '#server/accounts/edit-profile.ts'
import { endSession } from '#server/accounts/end-session.ts'
import { exportData } from '#server/accounts/export-data.ts'
import { browserOf } from '#server/accounts/google-routes.ts'
import { listSessions } from '#server/accounts/list-sessions.ts'
import { deviceOf } from '#server/accounts/login-routes.ts'
import type { ProofDeps } from '#server/accounts/prove-identity.ts'
import { readProfile } from '#server/accounts/read-profile.ts'
import { saveCart } from '#server/accounts/save-cart.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Files } from '#server/files/files.ts'
import { answer } from '#server/http/answer.ts'
import type { Guard } from '#server/http/guard.ts'
import type { LimitName, RateLimits } from '#server/http/rate-limits.ts'

interface ProfileRoutesDeps extends ProofDeps {
	readonly clock: Clock
	readonly sessions: SessionTools
	readonly limits: RateLimits
	readonly guard: Guard
	readonly files: Files
}

/** The calls of a customer about themselves: every one works on the account of the bearer token and on no other. */
export function profileRoutes(deps: ProfileRoutesDeps): FastifyPluginAsyncZod {
	const limit = (name: LimitName) => deps.limits.limit(name, { account: (request) => String(request.usuario.id) })
	const idOf = (request: FastifyRequest) => request.usuario.id
	const tags = ['perfil']
	const security = [{ bearer: [] }]

	return async (app) => {
		app.addHook('onRequest', deps.guard.requireCustomer)

		app.get(
			'/api/perfil/',
			{ schema: { tags, security, response: { 200: profileAnswer, ...errorAnswers } }, preHandler: limit('perfil') },
			async (request) => answer(await readProfile(deps, idOf(request))),
		)

		app.patch(
			'/api/perfil/',
			{
				schema: { tags, security, body: editProfileRequest, response: { 200: profileAnswer, ...errorAnswers } },
				preHandler: limit('perfil'),
			},
			async (request) => answer(await editProfile(deps, idOf(request), request.body)),
		)

		app.put(
			'/api/perfil/carrito/',
			{
				schema: { tags, security, body: saveCartRequest, response: { 200: saveCartAnswer, ...errorAnswers } },
				preHandler: limit('perfil'),
			},
			async (request) => ({ carrito: [...(await saveCart(deps, idOf(request), request.body.carrito))] }),
		)

		app.get(
			'/api/perfil/sesiones/',
			{ schema: { tags, security, response: { 200: sessionsAnswer, ...errorAnswers } }, preHandler: limit('perfil') },
			async (request) => await listSessions(deps, request.usuario),
		)

		app.delete(
			'/api/perfil/sesiones/:id/',
			{
				schema: { tags, security, params: z.object({ id: z.string() }), response: { 204: z.null(), ...errorAnswers } },
				preHandler: limit('perfil'),
			},
			async (request, reply) => {
				answer(await endSession(deps, idOf(request), request.params.id))
				return reply.code(204).send(null)
			},
		)

		app.get(
			'/api/perfil/datos/',
			{
				schema: { tags, security, response: { 200: z.record(z.string(), z.unknown()), ...errorAnswers } },
				preHandler: limit('descargar_datos'),
			},
			async (request, reply) => {
				const data = answer(await exportData(deps, idOf(request)))
				return reply.header('content-disposition', 'attachment; filename="mis-datos.json"').send(data)
			},
		)

		app.post(
			'/api/perfil/clave/',
			{
				schema: { tags, security, body: changePasswordRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler: limit('clave_otra_vez'),
			},
			async (request) => {
				const proof = { ...request.body, navegador: browserOf(request), dispositivo: deviceOf(request) }
				const tokens = answer(await changePassword(deps, idOf(request), proof))
				await deps.limits.forgive(request)
				return tokens
			},
		)

		app.post(
			'/api/perfil/eliminar/',
			{
				schema: { tags, security, body: deleteAccountRequest, response: { 204: z.null(), ...errorAnswers } },
				preHandler: limit('clave_otra_vez'),
			},
			async (request, reply) => {
				answer(await deleteAccount(deps, idOf(request), { ...request.body, navegador: browserOf(request) }))
				return reply.code(204).send(null)
			},
		)
	}
}
