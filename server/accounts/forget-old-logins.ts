import { lt, or } from 'drizzle-orm'
import { secondsAfter } from '#domain/accounts/lifetimes.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { limites, recuperaciones, sesiones } from '#server/db/schema.ts'

const keepDays = 7

/** Deletes sessions and recovery links that have been dead for a week, and counters whose time is over. */
export async function forgetOldLogins(deps: { db: Database; clock: Clock }): Promise<void> {
	const now = deps.clock.now()
	const longAgo = secondsAfter(now, -keepDays * 86_400)
	await deps.db.delete(sesiones).where(or(lt(sesiones.expires_at, longAgo), lt(sesiones.revoked_at, longAgo)))
	await deps.db.delete(recuperaciones).where(lt(recuperaciones.expires_at, longAgo))
	await deps.db.delete(limites).where(lt(limites.hasta, now))
}
