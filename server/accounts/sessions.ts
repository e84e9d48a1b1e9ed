import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { refreshSeconds, secondsAfter } from '#domain/accounts/lifetimes.ts'
import { type AccessTokens, createAccessTokens } from '#server/accounts/access-token.ts'
import { createRefreshTokens, hashToken, type RefreshTokens } from '#server/accounts/refresh-tokens.ts'
import { createLoginChallenges, type LoginChallenges } from '#server/accounts/second-factor/login-challenges.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sesiones } from '#server/db/tables/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

/** What the use cases that give out or take back sessions work with. */
export interface SessionTools {
	readonly clock: Clock
	readonly access: AccessTokens
	readonly refresh: RefreshTokens
	readonly challenges: LoginChallenges
}

export function createSessionTools(keys: SecretKeys, clock: Clock): SessionTools {
	return {
		clock,
		access: createAccessTokens(keys),
		refresh: createRefreshTokens(keys),
		challenges: createLoginChallenges(keys, clock),
	}
}

const maxDeviceCharacters = 200

/** Opens a session and gives its two tokens. `dispositivo` is what the browser calls itself, shown to the customer only. */
export async function openSession(
	tools: SessionTools,
	tx: Transaction,
	login: { accountId: number; dispositivo: string },
): Promise<TokenAnswer> {
	const now = tools.clock.now()
	const sessionId = randomUUID()
	const refresh = tools.refresh.issue(sessionId)
	await tx.insert(sesiones).values({
		id: sessionId,
		usuario_id: login.accountId,
		refresh_hash: hashToken(refresh),
		dispositivo: login.dispositivo.slice(0, maxDeviceCharacters),
		created_at: now,
		used_at: now,
		identidad_at: now,
		expires_at: secondsAfter(now, refreshSeconds),
	})
	return { access: await tools.access.sign({ accountId: login.accountId, sessionId }, now), refresh }
}

/** Ends every session of an account. Tokens already given out stop working at once. */
export async function endSessions(db: Queryable, accountId: number, now: Date): Promise<void> {
	await db
		.update(sesiones)
		.set({ revoked_at: now })
		.where(and(eq(sesiones.usuario_id, accountId), isNull(sesiones.revoked_at)))
}
