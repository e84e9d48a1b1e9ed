import { and, eq, isNull, ne } from 'drizzle-orm'
import { type AccessTokens, createAccessTokens } from '#server/accounts/access-token.ts'
import { createRefreshTokens, type RefreshTokens } from '#server/accounts/refresh-tokens.ts'
import { createLoginChallenges, type LoginChallenges } from '#server/accounts/second-factor/login-challenges.ts'
import type { Queryable } from '#server/db/database.ts'
import { sesiones } from '#server/db/tables/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

/** Dependencies of the use cases that open or end sessions. */
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
