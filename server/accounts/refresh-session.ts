import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { type Failure, fail } from '#contract/failure.ts'
import { refreshSeconds, secondsAfter, sessionSeconds } from '#domain/accounts/lifetimes.ts'
import { hashToken } from '#server/accounts/refresh-tokens.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import { isOpenAccount } from '#server/db/account-conditions.ts'
import type { Database } from '#server/db/database.ts'
import { sesiones, usuarios } from '#server/db/tables/accounts.ts'

/**
 * Trades a refresh token, once, for a new pair. A genuine one that is not the newest was copied: its session ends, and
 * `onCopied` is called. 90 days after its login a session ends in any case. Fails with `sesion_expirada`.
 */
export async function refreshSession(
	deps: { db: Database; sessions: SessionTools },
	token: string,
	onCopied: (accountId: number) => void = () => {},
): Promise<TokenAnswer | Failure> {
	const { access, refresh, clock } = deps.sessions
	const now = clock.now()
	const sessionId = refresh.sessionOf(token)
	if (!sessionId) return fail('sesion_expirada')

	const activeOwner = deps.db
		.select({ id: usuarios.id })
		.from(usuarios)
		.where(and(eq(usuarios.id, sesiones.usuario_id), isOpenAccount))
	const next = refresh.issue(sessionId)
	const idleEnd = secondsAfter(now, refreshSeconds)
	// One conditional update: of two calls with the same token, the row lets one through.
	const [rotated] = await deps.db
		.update(sesiones)
		.set({
			refresh_hash: hashToken(next),
			used_at: now,
			expires_at: sql`least(${sesiones.created_at} + make_interval(secs => ${sessionSeconds}), ${idleEnd.toISOString()}::timestamptz)`,
		})
		.where(
			and(
				eq(sesiones.id, sessionId),
				eq(sesiones.refresh_hash, hashToken(token)),
				isNull(sesiones.revoked_at),
				gt(sesiones.expires_at, now),
				exists(activeOwner),
			),
		)
		.returning({ accountId: sesiones.usuario_id })
	if (rotated) return { access: await access.sign({ accountId: rotated.accountId, sessionId }, now), refresh: next }

	const [ended] = await deps.db
		.update(sesiones)
		.set({ revoked_at: now })
		.where(and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at)))
		.returning({ accountId: sesiones.usuario_id, expires_at: sesiones.expires_at })
	if (ended && ended.expires_at > now) onCopied(ended.accountId)
	return fail('sesion_expirada')
}
