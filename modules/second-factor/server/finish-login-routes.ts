import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import type { KnownDevices } from '#core/server/http/known-devices.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { comingFrom, field } from '#modules/accounts/server/login-routes.ts'
import type { SessionDeps } from '#modules/accounts/server/sessions.ts'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import type { FactorTools } from '#modules/second-factor/server/check-factor.ts'
import { finishLogin, loginPasskeyOptions } from '#modules/second-factor/server/finish-login.ts'
import type { LoginChallenges } from '#modules/second-factor/server/login-challenges.ts'

interface FinishLoginRoutesDeps extends SessionDeps, FactorTools {
	readonly db: Database
	readonly challenges: LoginChallenges
	readonly devices: KnownDevices
}

const readFicha = field('ficha')

export function finishLoginRoutes(deps: FinishLoginRoutesDeps): FastifyPluginAsync {
	const { challenges, devices } = deps
	return async (app) => {
		// Before the limits count.
		app.addHook('preHandler', async (request) => {
			request.aboutAccount = challenges.read(readFicha(request) ?? '')?.accountId
		})
		handle(app, endpoints.createLoginChallenge, async ({ body }) => unwrap(await loginPasskeyOptions(deps, body.ficha)))
		handle(
			app,
			endpoints.finishLogin,
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
			{ limits: { segundo_factor: { account: (request) => request.aboutAccount?.toString() } } },
		)
	}
}
