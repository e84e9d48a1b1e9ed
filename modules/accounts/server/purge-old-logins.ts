import { lt, or } from 'drizzle-orm'
import { secondsAfter } from '#core/rules/lifetimes.ts'
import type { Database } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'
import { purgeUnusedAccounts } from '#modules/accounts/server/purge-unused-accounts.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'

const retentionDays = 7

/** Deletes unused accounts, sessions and recovery links that ended a week ago, and expired counters. */
export async function purgeOldLogins(db: Database, now: Date): Promise<void> {
	// Before the sessions, which show when an account was last used.
	await purgeUnusedAccounts(db, now)
	const longAgo = secondsAfter(now, -retentionDays * 86_400)
	await db.delete(sesiones).where(or(lt(sesiones.expires_at, longAgo), lt(sesiones.revoked_at, longAgo)))
	await db.delete(recuperaciones).where(lt(recuperaciones.expires_at, longAgo))
	await db.delete(limites).where(lt(limites.hasta, now))
}
