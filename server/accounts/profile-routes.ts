import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
	editProfileRequest,
	profileAnswer,
	profileOrdersAnswer,
	profileOrdersQuery,
	saveCartAnswer,
	saveCartRequest,
} from '#contract/accounts/profile.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import type { LimitName } from '#contract/limit-rules.ts'
import { editProfile } from '#server/accounts/edit-profile.ts'
import type { Guard } from '#server/accounts/guard.ts'
import { type ReadProfileDeps, readOwnOrders, readProfile } from '#server/accounts/read-profile.ts'
import { saveCart } from '#server/accounts/save-cart.ts'
import { byAccount, type RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'

interface ProfileRoutesDeps extends ReadProfileDeps {
	readonly limits: RateLimits
	readonly guard: Guard
}

/** The calls of a customer about themselves: every one works on the account of the bearer token and on no other. */
export function profileRoutes(deps: ProfileRoutesDeps): FastifyPluginAsyncZod {
	const limit = (name: LimitName) => deps.limits.limit(name, byAccount)
	const tags = ['perfil']
	const security = [{ bearer: [] }]

	return async (app) => {
		app.addHook('onRequest', deps.guard.requireCustomer)

		app.get(
			'/api/perfil',
			{ schema: { tags, security, response: { 200: profileAnswer, ...errorAnswers } }, preHandler: limit('perfil') },
			async (request) => unwrap(await readProfile(deps, request.usuario.id)),
		)

		app.get(
			'/api/perfil/ordenes',
			{
				schema: {
					tags,
					security,
					querystring: profileOrdersQuery,
					response: { 200: profileOrdersAnswer, ...errorAnswers },
				},
				preHandler: limit('perfil'),
			},
			async (request) => await readOwnOrders(deps, request.usuario.id, request.query.page),
		)

		app.patch(
			'/api/perfil',
			{
				schema: { tags, security, body: editProfileRequest, response: { 200: profileAnswer, ...errorAnswers } },
				preHandler: limit('perfil'),
			},
			async (request) => unwrap(await editProfile(deps, request.usuario.id, request.body)),
		)

		app.put(
			'/api/perfil/carrito',
			{
				schema: { tags, security, body: saveCartRequest, response: { 200: saveCartAnswer, ...errorAnswers } },
				preHandler: limit('perfil'),
			},
			async (request) => ({ carrito: [...(await saveCart(deps, request.usuario.id, request.body.carrito))] }),
		)
	}
}
