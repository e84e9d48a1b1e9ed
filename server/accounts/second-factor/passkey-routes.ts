import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { addPasskeyRequest, passkeyId, passkeyOptionsAnswer } from '#contract/accounts/passkeys.ts'
import { recoveryCodesAnswer } from '#contract/accounts/second-factor.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { deviceOf } from '#server/accounts/login-routes.ts'
import { addPasskey, removePasskey } from '#server/accounts/second-factor/change-passkeys.ts'
import { assertionOptions, registrationOptions } from '#server/accounts/second-factor/passkeys.ts'
import type { SecondFactorRoutesDeps } from '#server/accounts/second-factor/routes.ts'
import { byAccount } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'

/** The calls by which people add, take away and show their passkeys while they are logged in. */
export function passkeyRoutes(deps: SecondFactorRoutesDeps): FastifyPluginAsyncZod {
	const { db, passkeys, limits, guard } = deps
	const tags = ['perfil']
	const security = [{ bearer: [] }]
	const asking = limits.limit('perfil', byAccount)
	const changing = { onRequest: guard.requireFreshIdentity, preHandler: limits.limit('segundo_factor', byAccount) }
	const options = { tags, security, response: { 200: passkeyOptionsAnswer, ...errorAnswers } }
	return async (app) => {
		app.addHook('onRequest', guard.requireCustomer)
		app.post(
			'/api/perfil/segundo_factor/llaves/opciones',
			{ onRequest: guard.requireFreshIdentity, preHandler: asking, schema: options },
			async ({ usuario }) => await registrationOptions(db, passkeys, usuario),
		)
		app.post(
			'/api/perfil/segundo_factor/llaves',
			{
				...changing,
				schema: { tags, security, body: addPasskeyRequest, response: { 200: recoveryCodesAnswer, ...errorAnswers } },
			},
			async (request) => {
				const codigos = unwrap(await addPasskey(deps, request.usuario, request.body, deviceOf(request)))
				request.recordSecurity('segundo_factor_agregado', { detalle: 'llave' })
				return { codigos }
			},
		)
		app.delete(
			'/api/perfil/segundo_factor/llaves/:id',
			{
				...changing,
				schema: {
					tags,
					security,
					params: z.object({ id: passkeyId }),
					response: { 204: z.null(), ...errorAnswers },
				},
			},
			async (request, reply) => {
				unwrap(await removePasskey(deps, request.usuario, request.params.id))
				request.recordSecurity('segundo_factor_quitado', { detalle: 'llave' })
				return reply.code(204).send(null)
			},
		)
		app.post('/api/perfil/identidad/llave', { preHandler: asking, schema: options }, async ({ usuario }) =>
			unwrap(await assertionOptions(db, passkeys, `llave-identidad:${usuario.sid}`, usuario.id)),
		)
	}
}
