import { and, eq, exists, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import { lostAnswerSeconds, refreshSeconds, secondsAfter, sessionSeconds } from '#core/rules/lifetimes.ts'
import type { Database } from '#core/server/db/database.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'
import type { SessionTools } from '#modules/accounts/server/sessions.ts'
import { sesiones } from '#modules/accounts/tables.ts'

interface RefreshDeps {
	readonly db: Database
	readonly sessions: SessionTools
}

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
 * answer may have been lost. Any other use of an older token proves a copy: the session ends, and `onCopied` is called.
 * A session ends 90 days after its login. Fails with `sesion_expirada`.
 */
export async function refreshSession(
	deps: RefreshDeps,
	{ token, browser }: { token: string; browser: string },
	onCopied: (accountId: number) => void = () => {},
): Promise<TokenAnswer | Failure> {
	const { access, refresh, clock } = deps.sessions
	const now = clock.now()
	const sessionId = refresh.sessionOf(token)
	if (!sessionId) return fail('sesion_expirada')

	const next = refresh.next(sessionId, token)
	const renovada_por = hashToken(browser)
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
		eq(sesiones.renovada_por, renovada_por),
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
