import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { isReadAddress } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { correos } from '#modules/orders/mail-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Mails about orders to an unproved address, per hour and per day. */
const mostUnproved = { inHour: 10, inDay: 20 }

/** SQL condition: the address belongs to an account with a proved mailbox. */
export function isProvedAddress(email: string | typeof correos.destinatario): SQL<boolean> {
	return sql<boolean>`exists (select 1 from ${usuarios} where ${and(eq(usuarios.email, email), isReadAddress)})`
}

/**
 * SQL condition: one more mail about an order may be inserted: an unproved address gets few, whatever is ordered in its
 * name.
 */
export function mayBeMailed(email: string): SQL {
	const isRecent = gt(correos.created_at, sql`now() - interval '1 hour'`)
	const ofToday = and(
		eq(correos.destinatario, email),
		isNotNull(correos.orden_id),
		gt(correos.created_at, sql`now() - interval '1 day'`),
	)
	return sql`(${isProvedAddress(email)}
		or (select count(*) < ${mostUnproved.inDay} and count(*) filter (where ${isRecent}) < ${mostUnproved.inHour}
			from ${correos} where ${ofToday}))`
}

/** Stores that an order's signed link, which only mails contain, was opened. Grants no rights. */
export async function noteMailRead(db: Queryable, orderId: string, now: Date): Promise<void> {
	const ofOrder = db
		.select({ id: usuarios.id })
		.from(ordenes)
		.innerJoin(usuarios, and(eq(usuarios.id, ordenes.user), eq(usuarios.email, ordenes.email)))
		.where(eq(ordenes.id, orderId))
	await db
		.update(usuarios)
		.set({ correo_leido_at: now })
		.where(and(eq(usuarios.id, ofOrder), isNull(usuarios.correo_leido_at)))
}
