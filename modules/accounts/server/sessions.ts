import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import { type AccessTokens, createAccessTokens } from '#modules/accounts/server/access-token.ts'
import { createRefreshTokens, type RefreshTokens } from '#modules/accounts/server/refresh-tokens.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { createLoginChallenges, type LoginChallenges } from '#modules/second-factor/server/login-challenges.ts'

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
