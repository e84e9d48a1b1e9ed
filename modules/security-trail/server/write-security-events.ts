import { sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { SecurityRecord } from '#modules/security-trail/server/security-record.ts'

/** Equal events of one minute, as one row of the table. */
export interface CountedEvent extends Omit<SecurityRecord, 'ip'> {
	readonly clave: string
	readonly red?: string | undefined
	readonly veces: number
	readonly created_at: Date
	readonly ultima_at: Date
}

/**
 * Writes events in one statement without locks on accounts, rows in one order. A typed e-mail is stored as its
 * account's id; for an account deleted since the event, neither account nor network.
 */
export async function writeSecurityEvents(db: Queryable, events: readonly CountedEvent[]): Promise<void> {
	await db.execute(sql`
		insert into eventos_seguridad
			(clave, tipo, usuario_id, por_id, red, codigo, detalle, veces, created_at, ultima_at)
		select e.clave, e.tipo, coalesce(of_id.id, of_email.id), by_id.id,
			case when of_id.id is distinct from e.usuario_id or by_id.id is distinct from e.por_id then null else e.red end,
			e.codigo, e.detalle, e.veces, e.created_at, e.ultima_at
		from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(clave text, tipo text, usuario_id int, email text,
			por_id int, red text, codigo text, detalle text, veces int, created_at timestamptz, ultima_at timestamptz)
		left join usuarios of_id on of_id.id = e.usuario_id and of_id.deleted_at is null
		left join usuarios of_email on of_email.email = e.email and of_email.deleted_at is null
		left join usuarios by_id on by_id.id = e.por_id and by_id.deleted_at is null
		order by e.clave
		on conflict (clave) do update set veces = eventos_seguridad.veces + excluded.veces,
			ultima_at = greatest(eventos_seguridad.ultima_at, excluded.ultima_at)`)
}
