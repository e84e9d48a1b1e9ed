import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as session from '#core/contract/endpoints.ts'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { nameProblem } from '#core/rules/web-address.ts'
import type { KnownDevices } from '#core/server/http/cookies.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import type { LimitOptions } from '#core/server/http/limits.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { brokenNewPasswordRule, hashingFor, hashPassword, isPassword } from '#modules/accounts/server/passwords.ts'
import { type AccountDeps, openSessionOrAsk, refreshSession } from '#modules/accounts/server/sessions.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { policyVersion } from '#modules/legal/policy-version.ts'

/** The User-Agent, for the customer's list of sessions. */
export function deviceOf(request: FastifyRequest): string {
	return request.headers['user-agent'] ?? ''
}

/** The browser of a login to the account with that e-mail; a new device of staff is logged in the security trail. */
export const comingFrom = (request: FastifyRequest, devices: KnownDevices, email: string) => ({
	dispositivo: deviceOf(request),
	isKnownDevice: devices.nameOf(request, email) !== undefined,
	onNewDevice: (accountId: number) => request.recordSecurity('dispositivo_nuevo', { usuario_id: accountId }),
})

/** Reads a text field of the body, for rate limits by account. */
export const field = (name: string) => (request: FastifyRequest) => {
	const value = (request.body as Record<string, unknown> | null)?.[name]
	return typeof value === 'string' ? value : undefined
}

/** The body of a login is parsed before any identity is verified. */
export const loginBodyBytes = 8 * 1024

export const loginLimitNames = ['login', 'login_minuto', 'login_hora'] as const

/** How a login is counted: by its account, and apart for browsers with the mark of an earlier login of it. */
export const loginCounting = (devices: KnownDevices, account: NonNullable<LimitOptions['account']>): LimitOptions => ({
	account,
	isKnown: (request, email) => devices.nameOf(request, email) !== undefined,
})

/**
 * Creates a customer's account; never reads rights from the request. Refuses with `consentimiento_requerido`,
 * `correo_invalido`, `clave_corta`, `clave_larga`, `clave_comun`, `texto_con_enlace`, `nombre_invalido` or
 * `correo_registrado`.
 */
async function registerCustomer(
	{ db, clock }: AccountDeps,
	request: RequestOf<typeof endpoints.register>,
	reply: FastifyReply,
) {
	const { first_name, last_name, password, consentimiento } = request.body
	const queue = hashingFor(request, reply, request.body.email, false)
	if (consentimiento === false) refuse('consentimiento_requerido')
	const email = readEmail(request.body.email)
	if (!email) refuse('correo_invalido')
	const problem =
		nameProblem(first_name) ??
		nameProblem(last_name) ??
		brokenNewPasswordRule(password, { email, first_name, last_name })
	if (problem) refuse(problem)
	const [taken] = await db.select({ id: usuarios.id }).from(usuarios).where(eq(usuarios.email, email))
	if (taken) refuse('correo_registrado')

	const now = clock.now()
	const [made] = await db
		.insert(usuarios)
		.values({
			email,
			first_name,
			last_name,
			password_hash: await hashPassword(password, queue),
			consentimiento_at: consentimiento ? now : null,
			consentimiento_version: consentimiento ? policyVersion : null,
			created_at: now,
		})
		.onConflictDoNothing({ target: usuarios.email })
		.returning({ id: usuarios.id })
	if (!made) refuse('correo_registrado')
	request.recordSecurity('cuenta_creada', { email })
	return { message: 'Registro exitoso' }
}

/**
 * Opens a session. Every wrong login is refused with `credenciales_invalidas` after the same time; with a second factor
 * `segundo_factor_requerido`.
 */
async function logIn(deps: AccountDeps, request: RequestOf<typeof endpoints.logIn>, reply: FastifyReply) {
	const { username, password } = request.body
	const browser = comingFrom(request, deps.devices, username)
	const queue = hashingFor(request, reply, username, browser.isKnownDevice)
	const email = readEmail(username)
	const [account] = await deps.db
		.select({ id: usuarios.id, password_hash: usuarios.password_hash })
		.from(usuarios)
		.where(and(eq(usuarios.email, email ?? ''), isOpenAccount))
	const matches = await isPassword(account?.password_hash ?? null, password, queue)
	if (!account?.password_hash || !matches) refuse('credenciales_invalidas')
	const { id, password_hash } = account

	const opened = await deps.db.transaction(async (tx) => {
		// The password may have changed, or the account may have been disabled, during the comparison.
		const [unchanged] = await tx
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.id, id), eq(usuarios.password_hash, password_hash), isOpenAccount))
			.for('share')
		if (!unchanged) refuse('credenciales_invalidas')
		return await openSessionOrAsk(deps, tx, { ...browser, accountId: id }, 'clave')
	})
	const tokens = orRefuse(opened)
	request.recordSecurity('inicio_sesion', { email })
	deps.devices.remember(request, reply, username)
	return tokens
}

export function loginRoutes(app: FastifyInstance, deps: AccountDeps): void {
	const counting = loginCounting(deps.devices, field('username'))
	const bodyLimit = loginBodyBytes
	handle(app, endpoints.register, (request, reply) => registerCustomer(deps, request, reply), { bodyLimit })
	handle(app, endpoints.logIn, (request, reply) => logIn(deps, request, reply), {
		limits: { login: counting, login_minuto: counting, login_hora: counting },
		bodyLimit,
	})
	handle(app, session.refreshToken, (request) => refreshSession(deps, request))
	handle(app, session.logOut, async ({ body }) => {
		// The token may be used; text that is no token of this shop is ignored.
		const sessionId = deps.sessions.refresh.sessionOf(body.refresh)
		if (!sessionId) return null
		await deps.db
			.update(sesiones)
			.set({ revoked_at: deps.sessions.clock.now() })
			.where(and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at)))
		return null
	})
}
