import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { type Failure, isFailure } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import { refreshSeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import { type AccessTokens, createAccessTokens } from '#modules/accounts/server/access-token.ts'
import type { FirstFactor, LoginContext } from '#modules/accounts/server/login-hooks.ts'
import { createRefreshTokens, hashToken, type RefreshTokens } from '#modules/accounts/server/refresh-tokens.ts'
import { mailNewDevice } from '#modules/accounts/server/security-mails.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import type { Hooks } from '#modules/context.ts'

/** Dependencies of the use cases that open or end sessions. */
export interface SessionTools extends LoginContext {
	readonly access: AccessTokens
	readonly refresh: RefreshTokens
}

export function createSessionTools(context: LoginContext): SessionTools {
	const { keys, clock, publicUrl } = context
	return { keys, clock, publicUrl, access: createAccessTokens(keys), refresh: createRefreshTokens(keys) }
}

const maxDeviceCharacters = 200

/** A User-Agent as it is stored, shown to the customer only. */
export const deviceText = (userAgent: string): string => userAgent.slice(0, maxDeviceCharacters)

/** Ends every session of an account except `keep`. Issued tokens stop working at once. */
export async function endSessions(db: Queryable, accountId: number, now: Date, keep?: string): Promise<void> {
	const isEnded = keep === undefined ? undefined : ne(sesiones.id, keep)
	await db
		.update(sesiones)
		.set({ revoked_at: now })
		.where(and(eq(sesiones.usuario_id, accountId), isNull(sesiones.revoked_at), isEnded))
}

export interface SessionDeps {
	readonly sessions: SessionTools
	readonly mail: EnqueueMail
}

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

/** Opens a session: only `openSessionOrAsk` may call it, and the module whose hook asked, once it was answered. */
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
		dispositivo: deviceText(login.dispositivo),
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
	deps: SessionDeps & { readonly hooks: Hooks },
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
