import { and, eq, isNull } from 'drizzle-orm'
import type { SessionTools } from '#server/accounts/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { sesiones } from '#server/db/tables/accounts.ts'

/** Ends the session of a refresh token, used or not. Ignores text that is no token of this shop. */
export async function logOut(deps: { db: Database; sessions: SessionTools }, token: string): Promise<void> {
	const sessionId = deps.sessions.refresh.sessionOf(token)
	if (!sessionId) return
	await deps.db
		.update(sesiones)
		.set({ revoked_at: deps.sessions.clock.now() })
		.where(and(eq(sesiones.id, sessionId), isNull(sesiones.revoked_at)))
}
