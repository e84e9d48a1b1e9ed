import type { FastifyPluginAsync } from 'fastify'
import { readEmail } from '#core/rules/email-address.ts'
import { handle } from '#core/server/http/handle.ts'
import type { KnownDevices } from '#core/server/http/known-devices.ts'
import type { RateLimits } from '#core/server/http/rate-limits.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { confirmPasswordReset } from '#modules/accounts/server/confirm-password-reset.ts'
import { field } from '#modules/accounts/server/login-routes.ts'
import { hashingFor } from '#modules/accounts/server/password-hashing.ts'
import { proveAddress } from '#modules/accounts/server/prove-address.ts'
import { type ResetRequestDeps, requestPasswordReset } from '#modules/accounts/server/request-password-reset.ts'
import { validatePasswordReset } from '#modules/accounts/server/validate-password-reset.ts'
import type { Hooks } from '#modules/context.ts'

type RecoveryRoutesDeps = ResetRequestDeps & {
	readonly limits: Pick<RateLimits, 'clear'>
	readonly devices: KnownDevices
	readonly signer: Signer
	readonly hooks: Hooks
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
