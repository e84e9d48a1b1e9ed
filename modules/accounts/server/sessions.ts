import { createHmac, randomUUID } from 'node:crypto'
import { and, desc, eq, exists, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { refreshToken } from '#core/contract/endpoints.ts'
import { type Failure, isFailure, refuse } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/fields.ts'
import { lostAnswerSeconds, refreshSeconds, secondsAfter, sessionSeconds } from '#core/rules/times.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { hostCookie, type KnownDevices } from '#core/server/http/cookies.ts'
import type { RequestOf } from '#core/server/http/handle.ts'
import type { RateLimits } from '#core/server/http/limits.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { deriveKey, type SecretKeys, type Signer } from '#core/server/platform/secrets.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { deviceName } from '#modules/accounts/device-name.ts'
import {
	createGoogleNonces,
	createGoogleVerifier,
	type GoogleConfig,
} from '#modules/accounts/server/google-identity.ts'
import {
	createAccessTokens,
	createRefreshTokens,
	type FirstFactor,
	hashToken,
	type LoginContext,
} from '#modules/accounts/server/guard.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import type { Hooks } from '#modules/lists/context.ts'

export function createSessionTools({ keys, clock, publicUrl }: LoginContext) {
	return { keys, clock, publicUrl, access: createAccessTokens(keys), refresh: createRefreshTokens(keys) }
}

/** Links of password recovery. Tokens are derived, not stored: mails and the database contain only the id. */
export interface ResetLinks {
	/** The token of a recovery: a keyed digest of its random id. */
	tokenOf(resetId: string): string
	/** The page of the link. The mail's template calls this with `datos.recuperacion_id`. */
	linkOf(resetId: string): string
}

/** Creates the links of the shop at `publicUrl`, with a key derived from its first secret. */
export function createResetLinks(keys: SecretKeys, publicUrl: string): ResetLinks {
	const key = deriveKey(keys[0], 'password-reset')
	const tokenOf = (id: string) => createHmac('sha256', key).update(id).digest('base64url')
	return {
		tokenOf,
		linkOf: (id) => new URL(`/reset-password/${id}/${tokenOf(id)}`, publicUrl).href,
	}
}

export function createAccountTools(context: LoginContext & { google: GoogleConfig | undefined }) {
	const { keys, clock, publicUrl, google } = context
	return {
		sessions: createSessionTools(context),
		links: createResetLinks(keys, publicUrl),
		nonces: createGoogleNonces(keys, clock),
		/** Undefined: the login page has no Google button. */
		google: google && { config: google, verify: createGoogleVerifier(google, clock) },
		/** Binds a Google sign-in to the browser that started it. */
		browserCookie: hostCookie('google_navegador', publicUrl.startsWith('https:')),
	}
}

/** What the calls of accounts need; each use case picks its fields. */
export interface AccountDeps extends ReturnType<typeof createAccountTools>, MailContext {
	readonly db: Database
	readonly clock: Clock
	readonly hooks: Hooks
	readonly signer: Signer
	readonly limits: Pick<RateLimits, 'clear'>
	readonly devices: KnownDevices
}

/** A User-Agent is stored to this length, and shown to the customer only. */
const maxDeviceCharacters = 200

/** Ends every session of an account except `keep`. Issued tokens stop working at once. */
export async function endSessions(db: Queryable, accountId: number, now: Date, keep?: string): Promise<void> {
	const isEnded = keep === undefined ? undefined : ne(sesiones.id, keep)
	await db
		.update(sesiones)
		.set({ revoked_at: now })
		.where(and(eq(sesiones.usuario_id, accountId), isNull(sesiones.revoked_at), isEnded))
}

export type SessionDeps = Pick<AccountDeps, 'sessions' | 'mail'>

/** The account and browser of a login about to open a session. */
export interface DeviceLogin {
	readonly accountId: number
	/** The User-Agent. */
	readonly dispositivo: string
	readonly isKnownDevice: boolean
	/** Called when staff log in with a browser that is new to the account. */
	readonly onNewDevice: (accountId: number) => void
}

const maxOpenSessions = 20

/**
 * Opens a session, and mails staff when its browser is new to the account. Called by `openSessionOrAsk`, and by a module
 * after its own login step.
 */
export async function openSession(deps: SessionDeps, tx: Transaction, login: DeviceLogin): Promise<TokenAnswer> {
	const { clock, refresh, access } = deps.sessions
	const { accountId, dispositivo } = login
	const now = clock.now()
	if (!login.isKnownDevice) {
		const { email, first_name, is_staff } = usuarios
		const [account] = await tx.select({ email, first_name, is_staff }).from(usuarios).where(eq(usuarios.id, accountId))
		if (account?.is_staff) {
			await deps.mail(tx, {
				clave: `dispositivo_nuevo:${randomUUID()}`,
				plantilla: 'dispositivo_nuevo',
				destinatario: account.email,
				datos: { nombre: account.first_name, dispositivo: deviceName(dispositivo), momento: now.toISOString() },
			})
			login.onNewDevice(accountId)
		}
	}

	// The least recently used sessions beyond the limit end.
	const surplus = tx
		.select({ id: sesiones.id })
		.from(sesiones)
		.where(and(eq(sesiones.usuario_id, accountId), isNull(sesiones.revoked_at)))
		.orderBy(desc(sesiones.used_at), desc(sesiones.created_at), desc(sesiones.id))
		.offset(maxOpenSessions - 1)
	await tx.update(sesiones).set({ revoked_at: now }).where(inArray(sesiones.id, surplus))

	const sessionId = randomUUID()
	const token = refresh.issue(sessionId)
	await tx.insert(sesiones).values({
		id: sessionId,
		usuario_id: accountId,
		refresh_hash: hashToken(token),
		dispositivo: dispositivo.slice(0, maxDeviceCharacters),
		created_at: now,
		used_at: now,
		identidad_at: now,
		expires_at: secondsAfter(now, refreshSeconds),
	})
	return { access: await access.sign({ accountId, sessionId }, now), refresh: token }
}

/**
 * Completes every first factor: returns a session, or the failure of a module that asks for more, such as
 * `segundo_factor_requerido`.
 */
export async function openSessionOrAsk(
	deps: Pick<AccountDeps, 'sessions' | 'mail' | 'hooks'>,
	tx: Transaction,
	login: DeviceLogin,
	first: FirstFactor,
): Promise<TokenAnswer | Failure> {
	for (const ask of deps.hooks.beforeSession) {
		const asked = await ask(deps.sessions, tx, login.accountId, first)
		if (isFailure(asked)) return asked
	}
	return await openSession(deps, tx, login)
}

/**
 * Exchanges a refresh token for a new pair. Within 30 seconds the same browser gets the same pair once more, as its
 * answer may have been lost. Any other use of an older token proves a copy: the session ends. A session ends 90 days
 * after its login. Refuses with `sesion_expirada`.
 */
export async function refreshSession(
	{ db, sessions, devices }: AccountDeps,
	request: RequestOf<typeof refreshToken>,
): Promise<TokenAnswer> {
	const { access, refresh, clock } = sessions
	const token = request.body.refresh
	const now = clock.now()
	const sessionId = refresh.sessionOf(token)
	if (!sessionId) refuse('sesion_expirada')

	// The row lock of the update admits one of two calls.
	const change = async (condition: SQL | undefined, values: PgUpdateSetSource<typeof sesiones>) => {
		const isOpen = and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at), gt(sesiones.expires_at, now))
		const activeOwner = db
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.id, sesiones.usuario_id), isOpenAccount))
		const [changed] = await db
			.update(sesiones)
			.set(values)
			.where(and(isOpen, exists(activeOwner), condition))
			.returning({ accountId: sesiones.usuario_id, used_at: sesiones.used_at })
		return changed
	}

	const next = refresh.next(sessionId, token)
	const browser = devices.browserOf(request)
	const renovada_por = browser === undefined ? null : hashToken(browser)
	const idleEnd = secondsAfter(now, refreshSeconds)
	const rotated = await change(eq(sesiones.refresh_hash, hashToken(token)), {
		refresh_hash: hashToken(next),
		used_at: now,
		renovada_por,
		repetida_at: null,
		expires_at: sql`least(${sesiones.created_at} + make_interval(secs => ${sessionSeconds}), ${idleEnd.toISOString()}::timestamptz)`,
	})
	const isLostAnswer = and(
		eq(sesiones.refresh_hash, hashToken(next)),
		eq(sesiones.renovada_por, renovada_por ?? ''),
		isNull(sesiones.repetida_at),
		gt(sesiones.used_at, secondsAfter(now, -lostAnswerSeconds)),
	)
	const opened = rotated ?? (await change(isLostAnswer, { repetida_at: now }))
	// Signed with the time of the exchange, so that the repeated answer equals the first.
	if (opened)
		return { access: await access.sign({ accountId: opened.accountId, sessionId }, opened.used_at), refresh: next }

	const [ended] = await db
		.update(sesiones)
		.set({ revoked_at: now })
		.where(and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at)))
		.returning({ usuario_id: sesiones.usuario_id, expires_at: sesiones.expires_at })
	if (ended && ended.expires_at > now) request.recordSecurity('sesion_copiada', { usuario_id: ended.usuario_id })
	return refuse('sesion_expirada')
}
