import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { correos } from '#server/db/tables/mail.ts'
import { ordenes } from '#server/db/tables/orders.ts'

/** Mails about orders that an address gets which nobody has proved, in an hour and in a day. */
const mostUnproved = { inHour: 10, inDay: 20 }

/** Of an account: somebody showed to read the mail of its address, by a link of it or by signing in with Google's own mailbox. */
export const isReadAddress = or(isNotNull(usuarios.email_verified_at), isNotNull(usuarios.correo_leido_at))

/** Tells whether an address is that of an account whose mail somebody showed to read. */
export function isProvedAddress(email: string | typeof correos.destinatario): SQL<boolean> {
	return sql<boolean>`exists (select 1 from ${usuarios} where ${and(eq(usuarios.email, email), isReadAddress)})`
}

/**
 * Tells whether one more mail about an order may be written: an address that nobody proved gets few, whatever is ordered in its
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

/** Notes that an order's signed link, which stands in mails alone, was opened. It gives the account no rights. */
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
