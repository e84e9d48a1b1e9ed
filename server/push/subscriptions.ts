import { and, eq, exists, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { isActiveStaff } from '#server/db/account-conditions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sesiones, usuarios } from '#server/db/tables/accounts.ts'
import { suscripcionesPush } from '#server/db/tables/push.ts'

/** Chooses the subscriptions that may be told: of active staff, made in a login that its owner has not ended. */
function mayReceive(db: Queryable): SQL | undefined {
	const { usuario_id, sesion_id } = suscripcionesPush
	const owner = db
		.select({ one: sql`1` })
		.from(usuarios)
		.where(and(eq(usuarios.id, usuario_id), isActiveStaff))
	const ended = db
		.select({ one: sql`1` })
		.from(sesiones)
		.where(and(eq(sesiones.id, sesion_id), isNotNull(sesiones.revoked_at)))
	return and(exists(owner), or(isNull(sesion_id), not(exists(ended))))
}

/** Forgets the devices of whoever left the staff, and of logins that their owner ended. */
export async function pruneSubscriptions(db: Queryable): Promise<void> {
	await db.delete(suscripcionesPush).where(sql`not (${mayReceive(db)})`)
}

/** A subscription that may be told; undefined when it is gone or nobody's to be told any more. */
export async function readTellable(db: Queryable, subscriptionId: string) {
	const canReceive = and(eq(suscripcionesPush.id, subscriptionId), mayReceive(db))
	const [row] = await db.select().from(suscripcionesPush).where(canReceive)
	return row
}

/** Forgets every device of an account. */
export async function endSubscriptions(db: Queryable, accountId: number): Promise<void> {
	await db.delete(suscripcionesPush).where(eq(suscripcionesPush.usuario_id, accountId))
}
