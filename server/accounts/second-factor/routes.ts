import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
	confirmTotpRequest,
	recoveryCodesAnswer,
	secondFactorAnswer,
	totpSetupAnswer,
} from '#contract/accounts/second-factor.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import type { Guard } from '#server/accounts/guard.ts'
import {
	confirmApp,
	type FactorDeps,
	giveNewCodes,
	readFactors,
	removeApp,
	setUpApp,
} from '#server/accounts/second-factor/change-factors.ts'
import { byAccount, type RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'

export interface SecondFactorRoutesDeps extends FactorDeps {
	readonly limits: RateLimits
	readonly guard: Guard
}

/** The calls by which people set up, and take away, their own second factor. */
export function secondFactorRoutes(deps: SecondFactorRoutesDeps): FastifyPluginAsyncZod {
	const { limits, guard } = deps
	const tags = ['perfil']
	const security = [{ bearer: [] }]
	const changing = { onRequest: guard.requireFreshIdentity, preHandler: limits.limit('segundo_factor', byAccount) }
	const codes = { 200: recoveryCodesAnswer, ...errorAnswers }
	return async (app) => {
		app.addHook('onRequest', guard.requireCustomer)
		app.get(
			'/api/perfil/segundo_factor',
			{
				schema: { tags, security, response: { 200: secondFactorAnswer, ...errorAnswers } },
				preHandler: limits.limit('perfil', byAccount),
			},
			async ({ usuario }) => await readFactors(deps, usuario.id),
		)
		app.post(
			'/api/perfil/segundo_factor/app',
			{ ...changing, schema: { tags, security, response: { 200: totpSetupAnswer, ...errorAnswers } } },
			async ({ usuario }) => unwrap(await setUpApp(deps, usuario)),
		)
		app.post(
			'/api/perfil/segundo_factor/app/confirmar',
			{ ...changing, schema: { tags, security, body: confirmTotpRequest, response: codes } },
			async (request) => {
				const codigos = unwrap(await confirmApp(deps, request.usuario, request.body.codigo))
				request.recordSecurity('segundo_factor_agregado', { detalle: 'app' })
				return { codigos }
			},
		)
		app.delete(
			'/api/perfil/segundo_factor/app',
			{ ...changing, schema: { tags, security, response: { 204: z.null(), ...errorAnswers } } },
			async (request, reply) => {
				unwrap(await removeApp(deps, request.usuario))
				request.recordSecurity('segundo_factor_quitado', { detalle: 'app' })
				return reply.code(204).send(null)
			},
		)
		app.post(
			'/api/perfil/segundo_factor/codigos',
			{ ...changing, schema: { tags, security, response: codes } },
			async ({ usuario }) => ({ codigos: unwrap(await giveNewCodes(deps, usuario)) }),
		)
	}
}
