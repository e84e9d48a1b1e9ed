import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { SecurityEvent } from '#core/rules/audit-actions.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { SecurityDetails } from '#core/server/http/security.ts'
import type { Alarm, OperatorCommand } from '#modules/lists/context.ts'
import { kindsOf, type SecurityGroup, securityRetention } from '#modules/security-trail/security-events.ts'
import { eventosSeguridad } from '#modules/security-trail/tables.ts'

/** A security-relevant event. Of a typed e-mail, only the id of its account is stored. */
export interface SecurityRecord extends SecurityDetails {
	readonly tipo: SecurityEvent
	readonly por_id?: number | undefined
	/** The visitor's address; only its network's pseudonym is stored. */
	readonly ip?: string | undefined
}

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

/** What the trail stores of an account, for the copy of its owner's data. */
export async function exportSecurityEvents(db: Database, accountId: number) {
	const { usuario_id, tipo, red, codigo, detalle, veces, created_at, ultima_at } = eventosSeguridad
	return await db
		.select({ tipo, red, codigo, detalle, veces, created_at, ultima_at })
		.from(eventosSeguridad)
		.where(eq(usuario_id, accountId))
		.orderBy(eventosSeguridad.id)
}

/** The accounts of which the trail stores events. */
export const personsOfEvents = sql`select u.email as correo, trim(u.first_name || ' ' || u.last_name) as nombre, u.telefono,
	v.momento from eventos_seguridad e join usuarios u on u.id = e.usuario_id
	cross join lateral (values (e.created_at), (e.ultima_at)) v(momento) where u.deleted_at is null`

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

/** Records a change of rights by the operator's command, in its transaction: it has no network. */
export async function recordCommand(tx: Transaction, { accountId, tipo, detalle }: OperatorCommand): Promise<void> {
	const now = new Date()
	const event = { tipo, usuario_id: accountId, detalle: `comando, ${detalle}` } as const
	await writeSecurityEvents(tx, [{ ...event, clave: randomUUID(), veces: 1, created_at: now, ultima_at: now }])
}

/** Notifications with a wrong signature in a day that are no accident: a gateway repeats each some times. */
const mostInDay = 10

/** The notifications of a gateway are rejected: its secret is wrong here, or somebody forges them. */
export const signatureAlarm: Alarm = {
	clave: 'firmas',
	regla: { nombre: 'FirmasInvalidas' },
	async check({ db, clock }) {
		const { rows } = await db.execute<{ n: number }>(sql`
			select coalesce(sum(veces), 0)::int as n from eventos_seguridad where tipo = 'firma_invalida'
				and created_at > ${clock.now().toISOString()}::timestamptz - interval '1 day'`)
		const n = rows[0]?.n ?? 0
		if (n < mostInDay) return undefined
		return {
			texto: `La tienda rechazó ${n} avisos de pago en un día porque su firma no es válida`,
			queHacer:
				'Si usas Mercado Pago, copia de nuevo el secreto de sus Webhooks (MERCADOPAGO_WEBHOOK_SECRET) y reinicia la tienda: los pagos se confirman igual, pero tarde. Si está bien, alguien inventa avisos y la tienda los rechaza: no hay que hacer nada.',
			lugar: { seccion: 'seguridad' },
		}
	},
}
