import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { confirmAddressAnswer, confirmAddressRequest } from '#contract/accounts/confirm-address.ts'
import {
	resetConfirmAnswer,
	resetConfirmRequest,
	resetRequest,
	resetRequestAnswer,
	resetValidateAnswer,
	resetValidateQuery,
} from '#contract/accounts/password-reset.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { readEmail } from '#domain/accounts/email-address.ts'
import { confirmPasswordReset } from '#server/accounts/confirm-password-reset.ts'
import { field } from '#server/accounts/login-routes.ts'
import { hashingFor } from '#server/accounts/password-hashing.ts'
import { proveAddress } from '#server/accounts/prove-address.ts'
import { type ResetRequestDeps, requestPasswordReset } from '#server/accounts/request-password-reset.ts'
import { validatePasswordReset } from '#server/accounts/validate-password-reset.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { Signer } from '#server/platform/signing.ts'

type RecoveryRoutesDeps = ResetRequestDeps & {
	readonly limits: RateLimits
	readonly devices: KnownDevices
	readonly signer: Signer
}

/** The calls of who forgot the password: a link by mail, and a new password by it. */
export function recoveryRoutes(deps: RecoveryRoutesDeps): FastifyPluginAsyncZod {
	const { limits, devices } = deps
	const tags = ['cuentas']

	return async (app) => {
		app.post(
			'/api/auth/password-reset',
			{
				schema: { tags, body: resetRequest, response: { 200: resetRequestAnswer, ...errorAnswers } },
				preHandler: limits.limit('recuperar', { account: field('email') }),
			},
			async (request) => {
				await requestPasswordReset(deps, request.body)
				request.recordSecurity('clave_pedida', { email: readEmail(request.body.email) })
				return { message: 'Si hay una cuenta con ese correo, te enviamos un enlace para elegir una nueva contraseña.' }
			},
		)

		app.post(
			'/api/confirmar_correo',
			{
				schema: { tags, body: confirmAddressRequest, response: { 200: confirmAddressAnswer, ...errorAnswers } },
				preHandler: limits.limit('confirmar_correo'),
			},
			async (request) => unwrap(await proveAddress(deps, request.body.token)),
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
			async (request, reply) => {
				const queue = hashingFor(request, reply, request.body.uid)
				const { accountId, email } = unwrap(await confirmPasswordReset(deps, { ...request.body, queue }))
				await limits.clear(['login_minuto', 'login_hora'], email)
				devices.remember(request, reply, email)
				request.recordSecurity('clave_recuperada', { usuario_id: accountId })
				return { message: 'Contraseña actualizada' }
			},
		)
	}
}
