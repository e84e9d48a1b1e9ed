import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SessionsAnswer } from '#modules/accounts/shapes/sessions.ts'
import { sesiones } from '#modules/accounts/tables.ts'

/** Returns the open sessions of an account, the last used first; `sid` is the caller's. */
export async function listSessions(
	deps: { db: Database; clock: Clock },
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
