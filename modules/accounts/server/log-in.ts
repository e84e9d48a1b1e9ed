import { and, eq } from 'drizzle-orm'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { parse } from 'tldts'
import type { z } from 'zod'
import * as session from '#core/contract/endpoints.ts'
import { type Failure, fail, orRefuse } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/fields.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { cleanLine, hasLetter } from '#core/rules/text.ts'
import type { KnownDevices } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import type { LimitOptions, QueueOptions } from '#core/server/http/limits.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { brokenNewPasswordRule, hashingFor, hashPassword, isPassword } from '#modules/accounts/server/passwords.ts'
import {
	type AccountDeps,
	type DeviceLogin,
	logOut,
	openSessionOrAsk,
	refreshSession,
} from '#modules/accounts/server/sessions.ts'
import type { registerAnswer, registerRequest } from '#modules/accounts/shapes.ts'
import { policyVersion } from '#modules/legal/policy-version.ts'

/**
 * Opens a session. Every wrong login fails with `credenciales_invalidas` after the same time; with a second factor
 * `segundo_factor_requerido`. Staff get a mail about a new device.
 */
async function logIn(
	deps: Pick<AccountDeps, 'db' | 'sessions' | 'mail' | 'hooks'>,
	attempt: Omit<DeviceLogin, 'accountId'> & { username: string; password: string; queue?: QueueOptions },
): Promise<TokenAnswer | Failure> {
	const email = readEmail(attempt.username)
	const [account] = await deps.db
		.select({ id: usuarios.id, password_hash: usuarios.password_hash })
		.from(usuarios)
		.where(and(eq(usuarios.email, email ?? ''), isOpenAccount))
	const matches = await isPassword(account?.password_hash ?? null, attempt.password, attempt.queue)
	if (!account?.password_hash || !matches) return fail('credenciales_invalidas')
	const { id, password_hash } = account

	return await deps.db.transaction(async (tx) => {
		// The password may have changed, or the account may have been disabled, during the comparison.
		const [unchanged] = await tx
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.id, id), eq(usuarios.password_hash, password_hash), isOpenAccount))
			.for('share')
		if (!unchanged) return fail('credenciales_invalidas')
		return await openSessionOrAsk(deps, tx, { ...attempt, accountId: id }, 'clave')
	})
}

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

/** The body of a login is parsed before any identity is verified. */
export const loginBodyBytes = 8 * 1024

export const loginLimitNames = ['login', 'login_minuto', 'login_hora'] as const

/** How a login is counted: by its account, and apart for browsers with the mark of an earlier login of it. */
export const loginCounting = (devices: KnownDevices, account: NonNullable<LimitOptions['account']>): LimitOptions => ({
	account,
	isKnown: (request, email) => devices.nameOf(request, email) !== undefined,
})

export function loginRoutes(deps: AccountDeps): FastifyPluginAsync {
	const { devices } = deps
	const counting = loginCounting(devices, field('username'))
	return async (app) => {
		handle(
			app,
			endpoints.register,
			async (request, reply) => {
				const queue = hashingFor(request, reply, request.body.email, false)
				const account = orRefuse(await registerCustomer(deps, request.body, queue))
				request.recordSecurity('cuenta_creada', { email: readEmail(request.body.email) })
				return account
			},
			{ bodyLimit: loginBodyBytes },
		)
		handle(
			app,
			endpoints.logIn,
			async (request, reply) => {
				const { username } = request.body
				const isKnownDevice = devices.nameOf(request, username) !== undefined
				const queue = hashingFor(request, reply, username, isKnownDevice)
				const tokens = orRefuse(await logIn(deps, { ...request.body, ...comingFrom(request), isKnownDevice, queue }))
				request.recordSecurity('inicio_sesion', { email: readEmail(username) })
				devices.remember(request, reply, username)
				return tokens
			},
			{ limits: { login: counting, login_minuto: counting, login_hora: counting }, bodyLimit: loginBodyBytes },
		)
		handle(app, session.refreshToken, async (request) => {
			const onCopied = (accountId: number) => request.recordSecurity('sesion_copiada', { usuario_id: accountId })
			const traded = { token: request.body.refresh, browser: devices.browserOf(request) }
			return orRefuse(await refreshSession(deps, traded, onCopied))
		})
		handle(app, session.logOut, async (request) => {
			await logOut(deps, request.body.refresh)
			return null
		})
	}
}

/**
 * Creates a customer's account; never reads rights from the request. Fails with `consentimiento_requerido`,
 * `correo_invalido`, `clave_corta`, `clave_larga`, `clave_comun`, `texto_con_enlace`, `nombre_invalido` or
 * `correo_registrado`.
 */
async function registerCustomer(
	deps: Pick<AccountDeps, 'db' | 'clock'>,
	request: z.output<typeof registerRequest>,
	queue: QueueOptions,
): Promise<z.output<typeof registerAnswer> | Failure> {
	if (request.consentimiento === false) return fail('consentimiento_requerido')
	const email = readEmail(request.email)
	if (!email) return fail('correo_invalido')
	const misnamed = refuseName(request.first_name) ?? refuseName(request.last_name)
	if (misnamed) return misnamed
	const broken = brokenNewPasswordRule(request.password, { ...request, email })
	if (broken) return fail(broken)
	const [taken] = await deps.db.select({ id: usuarios.id }).from(usuarios).where(eq(usuarios.email, email))
	if (taken) return fail('correo_registrado')

	const now = deps.clock.now()
	const agreed = request.consentimiento === true
	const [made] = await deps.db
		.insert(usuarios)
		.values({
			email,
			first_name: request.first_name,
			last_name: request.last_name,
			password_hash: await hashPassword(request.password, queue),
			consentimiento_at: agreed ? now : null,
			consentimiento_version: agreed ? policyVersion : null,
			created_at: now,
		})
		.onConflictDoNothing({ target: usuarios.email })
		.returning({ id: usuarios.id })
	return made ? { message: 'Registro exitoso' } : fail('correo_registrado')
}

/**
 * Fails for a name without a letter, or that leads away from the shop by a web address or a telephone number: it would
 * appear in the shop's own mails.
 */
export function refuseName(name: string): Failure | undefined {
	const plain = cleanLine(name).normalize('NFKC')
	const digits = plain.match(/\p{Nd}/gu) ?? []
	if (digits.length > 5 || partOfAddress.test(plain)) return fail('texto_con_enlace')
	if (hasWebAddress(name) || hasWebAddress(withPlainDots(plain))) return fail('texto_con_enlace')
	return hasLetter(name) ? undefined : fail('nombre_invalido')
}

/** `http//`, `[::1]`, `host:3000`, `(dot)`: no name has them. */
const partOfAddress = /\/\/|\[|::|:\s?\p{Nd}|\blocalhost\b|[({]\s?(?:\.|dot|punto)\s?[)}]/iu

/** A name with the dots that readers understand: `evil punto com`, `evil . com`, `evil,com`, `evil·com`, `evil, com`. */
const withPlainDots = (name: string) =>
	name
		.replace(/\s+(?:punto|dot)\s+/giu, '.')
		.replace(/\s+[.,·]\s*|,(?=\S)|·(?!l)/giu, '.')
		// Initials and a last name before a first one have a space after them, too.
		.replace(/[.,]\s+(?=(?:com|cl|net|org|info|xyz|shop|store|online|site|app|link)(?:[^\p{L}]|$))/giu, '.')

/** Obfuscated dots: those of other scripts, which browsers or readers take for `.`, and `[.]`. */
const otherDots = /[\u3002\uff61\u2024\ufe52\u0589\u06d4]|\s?[[({]\s?(?:\.|dot|punto)\s?[\])}]\s?/giu

/** Abbreviations written without a space before the next word (`Av.La Dehesa`, `Ma.de los Ángeles`). */
const abbreviation = /^(?:ave?|avda?|cl|pje|psje?|psj|pob|cam|diag|sta|sto|gral|pdte|dr|dra|sr|sra|ma|fco|jr)$/

const mixesScripts = (word: string) =>
	/\p{Script=Latin}/u.test(word) &&
	/[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word)

/** Whether a word is a host name with a public suffix, with or without a path. */
function isHost(word: string): boolean {
	const [host = '', path] = word.split(/[/?#:\\]/, 2)
	const name = host.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
	if (!name.includes('.')) return false
	if (mixesScripts(name)) return true
	const { domain, isIcann, isPrivate, isIp } = parse(name, { extractHostname: false, validateHostname: true })
	// `5.000` and `12.5` are numbers, though `inet_aton` takes them for addresses.
	if (isIp) return name.split('.').length === 4
	if (domain === null || !(isIcann || isPrivate)) return false
	const labels = name.toLowerCase().split('.')
	return path !== undefined || labels.length !== 2 || !abbreviation.test(labels[0] ?? '')
}

/**
 * Whether a text contains a web or mail address, as no name or street does: the shop would write it into its own mails.
 */
export function hasWebAddress(text: string): boolean {
	const plain = cleanLine(text).normalize('NFKC').replace(otherDots, '.')
	if (/:\/\/|\bwww\.|[^\s@]+@[^\s@]+\.[^\s@]+/iu.test(plain)) return true
	return plain.split(/[\s,;|<>"()[\]{}]+/u).some(isHost)
}
