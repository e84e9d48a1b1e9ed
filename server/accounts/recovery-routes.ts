import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '#contract/accounts/endpoints.ts'
import { readEmail } from '#domain/accounts/email-address.ts'
import { confirmPasswordReset } from '#server/accounts/confirm-password-reset.ts'
import { field } from '#server/accounts/login-routes.ts'
import { hashingFor } from '#server/accounts/password-hashing.ts'
import { proveAddress } from '#server/accounts/prove-address.ts'
import { type ResetRequestDeps, requestPasswordReset } from '#server/accounts/request-password-reset.ts'
import { validatePasswordReset } from '#server/accounts/validate-password-reset.ts'
import { handle } from '#server/http/handle.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { Signer } from '#server/platform/signing.ts'

type RecoveryRoutesDeps = ResetRequestDeps & {
	readonly limits: Pick<RateLimits, 'clear'>
	readonly devices: KnownDevices
	readonly signer: Signer
}

export function recoveryRoutes(deps: RecoveryRoutesDeps): FastifyPluginAsync {
	return async (app) => {
		handle(
			app,
			endpoints.requestPasswordReset,
			async (request) => {
				await requestPasswordReset(deps, request.body)
				request.recordSecurity('clave_pedida', { email: readEmail(request.body.email) })
				return { message: 'Si hay una cuenta con ese correo, te enviamos un enlace para elegir una nueva contraseña.' }
			},
			{ limits: { recuperar: { account: field('email') } } },
		)
		handle(app, endpoints.confirmAddress, async ({ body }) => unwrap(await proveAddress(deps, body.token)))
		handle(app, endpoints.validatePasswordReset, async ({ query }) => ({
			valid: await validatePasswordReset(deps, query),
		}))
		handle(app, endpoints.confirmPasswordReset, async (request, reply) => {
			const queue = hashingFor(request, reply, request.body.uid)
			const { accountId, email } = unwrap(await confirmPasswordReset(deps, { ...request.body, queue }))
			await deps.limits.clear(['login_minuto', 'login_hora'], email)
			deps.devices.remember(request, reply, email)
			request.recordSecurity('clave_recuperada', { usuario_id: accountId })
			return { message: 'Contraseña actualizada' }
		})
	}
}
