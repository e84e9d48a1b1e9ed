import { createHmac, randomUUID } from 'node:crypto'
import { and, desc, eq, exists, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/fields.ts'
import { lostAnswerSeconds, refreshSeconds, secondsAfter, sessionSeconds } from '#core/rules/times.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { HostCookie, KnownDevices } from '#core/server/http/cookies.ts'
import type { RateLimits } from '#core/server/http/limits.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { deriveKey, type SecretKeys, type Signer } from '#core/server/platform/secrets.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { mailNewDevice } from '#modules/accounts/server/account-mails.ts'
import type { GoogleConfig, GoogleNonces, GoogleVerifier } from '#modules/accounts/server/google-identity.ts'
import {
	type AccessTokens,
	createAccessTokens,
	createRefreshTokens,
	type FirstFactor,
	hashToken,
	type LoginContext,
	type RefreshTokens,
} from '#modules/accounts/server/guard.ts'
import type { SessionsAnswer } from '#modules/accounts/shapes.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import type { Hooks } from '#modules/lists/context.ts'

interface SessionTools extends LoginContext {
	readonly access: AccessTokens
	readonly refresh: RefreshTokens
}

export function createSessionTools(context: LoginContext): SessionTools {
	const { keys, clock, publicUrl } = context
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

/** What the calls of accounts need; each use case picks its fields. */
export interface AccountDeps {
	readonly db: Database
	readonly clock: Clock
	readonly mail: EnqueueMail
	readonly hooks: Hooks
	readonly signer: Signer
	readonly limits: Pick<RateLimits, 'clear'>
	readonly devices: KnownDevices
	readonly sessions: SessionTools
	readonly links: ResetLinks
	readonly nonces: GoogleNonces
	/** Undefined: the login page has no Google button. */
	readonly google: { readonly config: GoogleConfig; readonly verifier: GoogleVerifier } | undefined
	/** Binds a Google sign-in to the browser that started it. */
	readonly browserCookie: HostCookie
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

/** Ends the sessions beyond the newest `maxOpenSessions`, the least recently used first. */
async function endOldestSessions(tx: Transaction, accountId: number, now: Date): Promise<void> {
	const surplus = tx
		.select({ id: sesiones.id })
		.from(sesiones)
		.where(and(eq(sesiones.usuario_id, accountId), isNull(sesiones.revoked_at)))
		.orderBy(desc(sesiones.used_at), desc(sesiones.created_at), desc(sesiones.id))
		.offset(maxOpenSessions - 1)
	await tx.update(sesiones).set({ revoked_at: now }).where(inArray(sesiones.id, surplus))
}

/** Opens a session. Called by `openSessionOrAsk`, and by a module after its own login step. */
export async function openSession(deps: SessionDeps, tx: Transaction, login: DeviceLogin): Promise<TokenAnswer> {
	const { clock, refresh, access } = deps.sessions
	const { accountId } = login
	if (!login.isKnownDevice && (await mailNewDevice(deps, tx, login))) login.onNewDevice(accountId)
	const now = clock.now()
	const sessionId = randomUUID()
	const token = refresh.issue(sessionId)
	await endOldestSessions(tx, accountId, now)
	await tx.insert(sesiones).values({
		id: sessionId,
		usuario_id: accountId,
		refresh_hash: hashToken(token),
		dispositivo: login.dispositivo.slice(0, maxDeviceCharacters),
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

type RefreshDeps = Pick<AccountDeps, 'db' | 'sessions'>

/** Updates an open session if `condition` holds: its row lock admits one of two calls. */
async function changeSession(
	{ db, sessions }: RefreshDeps,
	sessionId: string,
	condition: SQL | undefined,
	change: PgUpdateSetSource<typeof sesiones>,
) {
	const activeOwner = db
		.select({ id: usuarios.id })
		.from(usuarios)
		.where(and(eq(usuarios.id, sesiones.usuario_id), isOpenAccount))
	const isOpen = and(
		eq(sesiones.id, sessionId),
		isNull(sesiones.revoked_at),
		gt(sesiones.expires_at, sessions.clock.now()),
	)
	const [changed] = await db
		.update(sesiones)
		.set(change)
		.where(and(isOpen, exists(activeOwner), condition))
		.returning({ accountId: sesiones.usuario_id, used_at: sesiones.used_at })
	return changed
}

/**
 * Exchanges a refresh token for a new pair. Within 30 seconds the same `browser` gets the same pair once more, as its
 * answer may have been lost; undefined is no browser. Any other use of an older token proves a copy: the session ends, and `onCopied` is called.
 * A session ends 90 days after its login. Fails with `sesion_expirada`.
 */
export async function refreshSession(
	deps: RefreshDeps,
	{ token, browser }: { token: string; browser: string | undefined },
	onCopied: (accountId: number) => void = () => {},
): Promise<TokenAnswer | Failure> {
	const { access, refresh, clock } = deps.sessions
	const now = clock.now()
	const sessionId = refresh.sessionOf(token)
	if (!sessionId) return fail('sesion_expirada')

	const next = refresh.next(sessionId, token)
	const renovada_por = browser === undefined ? null : hashToken(browser)
	const idleEnd = secondsAfter(now, refreshSeconds)
	const isNewest = eq(sesiones.refresh_hash, hashToken(token))
	const rotated = await changeSession(deps, sessionId, isNewest, {
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
	const opened = rotated ?? (await changeSession(deps, sessionId, isLostAnswer, { repetida_at: now }))
	// Signed with the time of the exchange, so that the repeated answer equals the first.
	if (opened)
		return { access: await access.sign({ accountId: opened.accountId, sessionId }, opened.used_at), refresh: next }

	const [ended] = await deps.db
		.update(sesiones)
		.set({ revoked_at: now })
		.where(and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at)))
		.returning({ accountId: sesiones.usuario_id, expires_at: sesiones.expires_at })
	if (ended && ended.expires_at > now) onCopied(ended.accountId)
	return fail('sesion_expirada')
}

/** Returns the open sessions of an account, the last used first; `sid` is the caller's. */
export async function listSessions(
	deps: Pick<AccountDeps, 'db' | 'clock'>,
	owner: { id: number; sid: string },
): Promise<SessionsAnswer> {
	const rows = await deps.db
		.select()
		.from(sesiones)
		.where(
			and(eq(sesiones.usuario_id, owner.id), isNull(sesiones.revoked_at), gt(sesiones.expires_at, deps.clock.now())),
		)
		.orderBy(desc(sesiones.used_at))
		.limit(100)
	const results = rows.map((row) => ({
		id: row.id,
		dispositivo: row.dispositivo,
		created_at: row.created_at.toISOString(),
		used_at: row.used_at.toISOString(),
		actual: row.id === owner.sid,
	}))
	return { results }
}

/** Ends one of the customer's own sessions. Fails with `no_encontrado` for any other. */
export async function endSession(
	deps: Pick<AccountDeps, 'db' | 'clock'>,
	accountId: number,
	sessionId: string,
): Promise<undefined | Failure> {
	if (!isUuid(sessionId)) return fail('no_encontrado')
	const [ended] = await deps.db
		.update(sesiones)
		.set({ revoked_at: deps.clock.now() })
		.where(and(eq(sesiones.id, sessionId), eq(sesiones.usuario_id, accountId), isNull(sesiones.revoked_at)))
		.returning({ id: sesiones.id })
	return ended ? undefined : fail('no_encontrado')
}

/** Ends the session of a refresh token, used or not. Ignores text that is no token of this shop. */
export async function logOut(deps: RefreshDeps, token: string): Promise<void> {
	const sessionId = deps.sessions.refresh.sessionOf(token)
	if (!sessionId) return
	await deps.db
		.update(sesiones)
		.set({ revoked_at: deps.sessions.clock.now() })
		.where(and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at)))
}
