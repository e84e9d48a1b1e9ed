import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as session from '#core/contract/session-endpoints.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import { readEmail } from '#core/rules/email-address.ts'
import type { Database } from '#core/server/db/database.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import type { KnownDevices } from '#core/server/http/known-devices.ts'
import type { LimitOptions } from '#core/server/http/rate-limits.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { logIn } from '#modules/accounts/server/log-in.ts'
import { logOut } from '#modules/accounts/server/log-out.ts'
import { hashingFor } from '#modules/accounts/server/password-hashing.ts'
import { refreshSession } from '#modules/accounts/server/refresh-session.ts'
import { registerCustomer } from '#modules/accounts/server/register-customer.ts'
import type { SessionTools } from '#modules/accounts/server/sessions.ts'
import type { Hooks } from '#modules/context.ts'

/** The User-Agent, for the customer's list of sessions. */
export function deviceOf(request: FastifyRequest): string {
	return request.headers['user-agent'] ?? ''
}

/** The browser of a login, and the callback that logs a new device of staff in the security trail. */
export const comingFrom = (request: FastifyRequest) => ({
	dispositivo: deviceOf(request),
	onNewDevice: (accountId: number) => request.recordSecurity('dispositivo_nuevo', { usuario_id: accountId }),
})

/** Reads a text field of the body, for rate limits by account. */
export const field = (name: string) => (request: FastifyRequest) => {
	const value = (request.body as Record<string, unknown> | null)?.[name]
	return typeof value === 'string' ? value : undefined
}

/** The limits of a call that compares a password. */
export const loginLimits = (options: LimitOptions) => ({ login: options, login_minuto: options, login_hora: options })

interface LoginRoutesDeps {
	readonly db: Database
	readonly clock: Clock
	readonly mail: EnqueueMail
	readonly sessions: SessionTools
	readonly devices: KnownDevices
	readonly hooks: Hooks
}

/** Logs in by password and marks the browser as known to the account. */
async function openLogin(
	deps: LoginRoutesDeps,
	request: RequestOf<typeof endpoints.logIn>,
	reply: FastifyReply,
): Promise<TokenAnswer> {
	const { devices } = deps
	const { username } = request.body
	const isKnownDevice = devices.nameOf(request, username) !== undefined
	const queue = hashingFor(request, reply, username)
	const tokens = unwrap(await logIn(deps, { ...request.body, ...comingFrom(request), isKnownDevice, queue }))
	request.recordSecurity('inicio_sesion', { email: readEmail(username) })
	devices.remember(request, reply, username)
	return tokens
}

export function loginRoutes(deps: LoginRoutesDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.register, async (request, reply) => {
			const queue = hashingFor(request, reply, request.body.email)
			const account = unwrap(await registerCustomer(deps, request.body, queue))
			request.recordSecurity('cuenta_creada', { email: readEmail(request.body.email) })
			return account
		})
		handle(app, endpoints.logIn, async (request, reply) => await openLogin(deps, request, reply), {
			limits: loginLimits({ account: field('username') }),
		})
		handle(app, session.refreshToken, async (request) => {
			const onCopied = (accountId: number) => request.recordSecurity('sesion_copiada', { usuario_id: accountId })
			const traded = { token: request.body.refresh, browser: deps.devices.browserOf(request) }
			return unwrap(await refreshSession(deps, traded, onCopied))
		})
		handle(app, session.logOut, async (request) => {
			await logOut(deps, request.body.refresh)
			return null
		})
	}
}
