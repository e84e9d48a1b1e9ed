import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { passkeyOptionsAnswer } from '#contract/accounts/passkeys.ts'
import { finishLoginRequest, loginPasskeyRequest } from '#contract/accounts/second-factor.ts'
import { tokenAnswer } from '#contract/accounts/token.ts'
import { errorAnswers } from '#contract/error-answer.ts'
import { comingFrom, field } from '#server/accounts/login-routes.ts'
import type { FactorTools } from '#server/accounts/second-factor/check-factor.ts'
import { finishLogin, loginPasskeyOptions } from '#server/accounts/second-factor/finish-login.ts'
import type { SessionDeps } from '#server/accounts/second-factor/open-session.ts'
import type { Database } from '#server/db/database.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'

interface FinishLoginRoutesDeps extends SessionDeps, FactorTools {
	readonly db: Database
	readonly limits: RateLimits
	readonly devices: KnownDevices
}

const readFicha = field('ficha')

export function finishLoginRoutes(deps: FinishLoginRoutesDeps): FastifyPluginAsyncZod {
	const { limits, sessions, devices } = deps
	const tags = ['cuentas']
	async function nameAccount(request: FastifyRequest): Promise<void> {
		request.aboutAccount = sessions.challenges.read(readFicha(request) ?? '')?.accountId
	}
	return async (app) => {
		app.post(
			'/api/token/segundo_factor/llave',
			{
				schema: { tags, body: loginPasskeyRequest, response: { 200: passkeyOptionsAnswer, ...errorAnswers } },
				preHandler: [nameAccount, limits.limit('refresh')],
			},
			async ({ body }) => unwrap(await loginPasskeyOptions(deps, body.ficha)),
		)

		app.post(
			'/api/token/segundo_factor',
			{
				schema: { tags, body: finishLoginRequest, response: { 200: tokenAnswer, ...errorAnswers } },
				preHandler: [
					nameAccount,
					limits.limit('segundo_factor', { account: (request) => request.aboutAccount?.toString() }),
				],
			},
			async (request, reply) => {
				const isKnownDevice = (email: string) => devices.nameOf(request, email) !== undefined
				const attempt = { ...request.body, ...comingFrom(request), isKnownDevice }
				return unwrap(
					await finishLogin(deps, attempt, ({ id: usuario_id, email }, { first, second }) => {
						devices.remember(request, reply, email)
						const kind = first === 'google' ? 'inicio_google' : 'inicio_sesion'
						request.recordSecurity(kind, { usuario_id, detalle: second })
						if (second === 'recuperacion') request.recordSecurity('codigo_recuperacion_usado', { usuario_id })
					}),
				)
			},
		)
	}
}
