import { sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'

/** Anonymizes an account's events and networks, in the order of event writes to avoid deadlocks. */
export async function anonymizeSecurityEvents(tx: Transaction, accountId: number): Promise<void> {
	await tx.execute(sql`
		with own as (
			select id from eventos_seguridad where usuario_id = ${accountId} or por_id = ${accountId} order by clave for update
		)
		update eventos_seguridad e set red = null,
			usuario_id = nullif(e.usuario_id, ${accountId}::int), por_id = nullif(e.por_id, ${accountId}::int)
		from own where e.id = own.id`)
}
