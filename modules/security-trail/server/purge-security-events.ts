import { sql } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { kindsOf, type SecurityGroup, securityRetention } from '#modules/security-trail/security-events.ts'

/** Deletes events beyond their group's retention time and row limit, the oldest first. */
export async function purgeSecurityEvents(
	db: Database,
	now: Date,
	retention: Readonly<Record<SecurityGroup, { days: number; rows: number }>> = securityRetention,
): Promise<void> {
	for (const [group, { days, rows }] of Object.entries(retention) as [
		SecurityGroup,
		{ days: number; rows: number },
	][]) {
		const kinds = sql`tipo = any(${`{${kindsOf(group).join(',')}}`}::text[])`
		const begin = new Date(now.getTime() - days * 86_400_000).toISOString()
		await db.execute(sql`delete from eventos_seguridad where ${kinds} and created_at < ${begin}::timestamptz`)
		await db.execute(sql`delete from eventos_seguridad where ${kinds} and id <= (
			select id from eventos_seguridad where ${kinds} order by id desc offset ${rows} limit 1)`)
	}
	// An event that was inserted after its account was deleted.
	await db.execute(sql`update eventos_seguridad e set usuario_id = null, red = null from usuarios u
		where u.id = e.usuario_id and u.deleted_at is not null`)
}
