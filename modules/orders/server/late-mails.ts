import { and, isNull, lt, ne, not, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { correos } from '#modules/orders/tables.ts'

/** After these minutes a mail that was not sent is late. */
export const lateMailMinutes = 15

/** The server rejects this mail alone: a younger one was sent, by `before` where given. One query for the youngest. */
export const youngerHasLeft = (before?: Date) => {
	const by = before ? sql`c.enviado_at <= ${before.toISOString()}::timestamptz` : sql`c.enviado_at is not null`
	return sql`${correos.created_at} < (select coalesce(max(c.created_at), '-infinity') from correos c where ${by})`
}

/** The server refused this mail's recipient for good: its job has ended. */
const isRefused = sql`exists (select 1 from pgboss.job j where j.name = 'enviar_correo' and j.state = 'completed'
	and j.data ->> 'correo_id' = ${correos.id}::text)`

/** Mails older than `before` that wait because the server accepts none; undefined without any. */
export async function readLateMails(
	db: Queryable,
	before: Date,
): Promise<{ readonly cuantos: number; readonly desde: Date } | undefined> {
	// The alarm itself waits with the others and is not counted.
	const isOtherMail = ne(correos.plantilla, 'alarma_correos')
	const [found] = await db
		.select({ cuantos: sql<number>`count(*)::int`, desde: sql<string | null>`min(${correos.created_at})` })
		.from(correos)
		.where(
			and(
				isNull(correos.enviado_at),
				lt(correos.created_at, before),
				isOtherMail,
				not(youngerHasLeft()),
				not(isRefused),
			),
		)
	return found?.desde ? { cuantos: found.cuantos, desde: new Date(found.desde) } : undefined
}
