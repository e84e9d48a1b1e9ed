import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { deleteAccountRequest } from '#contract/accounts/profile.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { readProofWith } from '#server/accounts/google-routes.ts'
import type { Guard } from '#server/accounts/guard.ts'
import type { ReadProfileDeps } from '#server/accounts/read-profile.ts'
import type { HostCookie } from '#server/http/cookies.ts'
import { byAccount, type RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { type DeleteAccountDeps, deleteAccount } from '#server/privacy/delete-account.ts'
import { exportData } from '#server/privacy/export-data.ts'
import type { SecurityTrail } from '#server/security/security-trail.ts'

export interface PrivacyRoutesDeps extends DeleteAccountDeps, ReadProfileDeps {
	readonly limits: RateLimits
	readonly guard: Guard
	readonly browserCookie: HostCookie
	readonly trail: Pick<SecurityTrail, 'flush'>
}

/** What the law gives customers: a copy of what the shop knows of them, and the end of their account. */
export function privacyRoutes(deps: PrivacyRoutesDeps): FastifyPluginAsyncZod {
	const tags = ['perfil']
	const security = [{ bearer: [] }]
	const proofIn = readProofWith(deps.browserCookie)

	return async (app) => {
		app.addHook('onRequest', deps.guard.requireCustomer)

		app.get(
			'/api/perfil/datos',
			{
				schema: { tags, security, response: { 200: z.any().describe('Un objeto con todo'), ...errorAnswers } },
				preHandler: deps.limits.limit('descargar_datos', byAccount),
			},
			async (request, reply) => {
				const data = unwrap(await exportData(deps, request.usuario.id))
				request.recordSecurity('datos_descargados')
				return reply
					.type('application/json; charset=utf-8')
					.header('content-disposition', 'attachment; filename="mis-datos.json"')
					.send(Readable.from(data))
			},
		)

		app.post(
			'/api/perfil/eliminar',
			{
				schema: { tags, security, body: deleteAccountRequest, response: { 204: z.null(), ...errorAnswers } },
				preHandler: deps.limits.limit('clave_otra_vez', byAccount),
			},
			async (request, reply) => {
				// What is noted of the account and not written yet is made anonymous too.
				await deps.trail.flush()
				unwrap(await deleteAccount(deps, request.usuario, proofIn(request, reply)))
				request.recordSecurity('cuenta_eliminada')
				return reply.code(204).send(null)
			},
		)
	}
}
