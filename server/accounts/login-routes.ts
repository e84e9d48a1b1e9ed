import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
	resetConfirmAnswer,
	resetConfirmRequest,
	resetRequest,
	resetRequestAnswer,
	resetValidateAnswer,
	resetValidateQuery,
} from '#contract/accounts/password-reset.ts'
import { refreshRequest } from '#contract/accounts/refresh-token.ts'
import { registerAnswer, registerRequest } from '#contract/accounts/register.ts'
import { tokenAnswer, tokenRequest } from '#contract/accounts/token.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { confirmPasswordReset } from '#server/accounts/confirm-password-reset.ts'
import { logIn } from '#server/accounts/log-in.ts'
import { logOut } from '#server/accounts/log-out.ts'
import { refreshSession } from '#server/accounts/refresh-session.ts'
import { registerCustomer } from '#server/accounts/register-customer.ts'
import { type ResetRequestDeps, requestPasswordReset } from '#server/accounts/request-password-reset.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import { validatePasswordReset } from '#server/accounts/validate-password-reset.ts'
import { answer } from '#server/http/answer.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'

/** What the browser calls itself, for the customer's list of sessions. */
export function deviceOf(request: FastifyRequest): string {
	return request.headers['user-agent'] ?? ''
}

/** A text field of the body, for counting calls about one account. */
const field = (name: string) => (request: FastifyRequest) => {
	const value = (request.body as Record<string, unknown> | null)?.[name]
	return typeof value === 'string' ? value : undefined
}

type LoginRoutesDeps = ResetRequestDeps & { readonly sessions: SessionTools; readonly limits: RateLimits }

/** The calls that need no session. */
export function loginRoutes(deps: LoginRoutesDeps): FastifyPluginAsyncZod {
	const { limits } = deps
	const tags = ['cuentas']

	return async (app) => {
		app.post(
			'/api/token',
			{
				schema: { tags, body: tokenRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler: limits.limit('login', { account: field('username') }),
			},
			async (request) => {
				const tokens = answer(await logIn(deps, { ...request.body, dispositivo: deviceOf(request) }))
				await limits.forgive(request)
				return tokens
			},
		)

		app.post(
			'/api/token/refresh',
			{
				schema: { tags, body: refreshRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler: limits.limit('refresh'),
			},
			async (request) => answer(await refreshSession(deps, request.body.refresh)),
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

		app.post(
			'/api/register',
			{
				schema: { tags, body: registerRequest, response: { 201: registerAnswer, ...errorAnswers } },
				preHandler: limits.limit('registro'),
			},
			async (request, reply) => reply.code(201).send(answer(await registerCustomer(deps, request.body))),
		)

		app.post(
			'/api/auth/password-reset',
			{
				schema: { tags, body: resetRequest, response: { 200: resetRequestAnswer, ...errorAnswers } },
				preHandler: limits.limit('recuperar', { account: field('email') }),
			},
			async (request) => {
				await requestPasswordReset(deps, request.body)
				return { message: 'Si hay una cuenta con ese correo, te enviamos un enlace para elegir una nueva contraseña.' }
			},
		)

		app.get(
			'/api/auth/password-reset/validate',
			{
				schema: { tags, querystring: resetValidateQuery, response: { 200: resetValidateAnswer, ...errorAnswers } },
				preHandler: limits.limit('recuperar_confirmar'),
			},
			async (request) => ({ valid: await validatePasswordReset(deps, request.query) }),
		)

		app.post(
			'/api/auth/password-reset/confirm',
			{
				schema: { tags, body: resetConfirmRequest, response: { 200: resetConfirmAnswer, ...errorAnswers } },
				preHandler: limits.limit('recuperar_confirmar'),
			},
			async (request) => answer(await confirmPasswordReset(deps, request.body)),
		)
	}
}
