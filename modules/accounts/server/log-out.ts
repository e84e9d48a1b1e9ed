import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import type { SessionTools } from '#modules/accounts/server/sessions.ts'
import { sesiones } from '#modules/accounts/tables.ts'

/** Ends the session of a refresh token, used or not. Ignores text that is no token of this shop. */
export async function logOut(deps: { db: Database; sessions: SessionTools }, token: string): Promise<void> {
	const sessionId = deps.sessions.refresh.sessionOf(token)
	if (!sessionId) return
	await deps.db
		.update(sesiones)
		.set({ revoked_at: deps.sessions.clock.now() })
		.where(and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at)))
}
