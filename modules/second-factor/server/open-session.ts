import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import { refreshSeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'
import { mailNewDevice } from '#modules/accounts/server/security-mails.ts'
import { deviceText, type SessionTools } from '#modules/accounts/server/sessions.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import type { UsedFactor } from '#modules/second-factor/second-factor.ts'
import { methodsOf } from '#modules/second-factor/server/change-factors.ts'
import { checkFactor, type FactorTools } from '#modules/second-factor/server/check-factor.ts'
import type { FirstFactor } from '#modules/second-factor/server/login-challenges.ts'
import type { ShownFactor } from '#modules/second-factor/shapes/second-factor.ts'

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

/** Opens a session. Private to this file, so that no session of an account with a second factor opens without it. */
async function openSession(deps: SessionDeps, tx: Transaction, login: DeviceLogin): Promise<TokenAnswer> {
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
 * Completes every first factor: returns a session, or fails with `segundo_factor_requerido`, its challenge (`ficha`)
 * and the methods (`metodos`).
 */
export async function openSessionOrChallenge(
	deps: SessionDeps,
	tx: Transaction,
	login: DeviceLogin,
	first: FirstFactor,
): Promise<TokenAnswer | Failure> {
	const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, login.accountId))
	if (!account?.segundo_factor_at) return await openSession(deps, tx, login)
	const metodos = await methodsOf(tx, account.id)
	return fail('segundo_factor_requerido', {
		extra: { ficha: deps.sessions.challenges.issue(account, first), metodos },
	})
}

/** Opens the session of a login after verifying the second factor. Fails as `checkFactor` does. */
export async function openSessionWithFactor(
	deps: SessionDeps & FactorTools,
	tx: Transaction,
	login: DeviceLogin,
	shown: ShownFactor,
): Promise<{ tokens: TokenAnswer; second: UsedFactor } | Failure> {
	const { accountId } = login
	const second = await checkFactor(deps, tx, { accountId, purpose: `llave-ingreso:${accountId}` }, shown)
	return isFailure(second) ? second : { second, tokens: await openSession(deps, tx, login) }
}
