import { and, eq, exists, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { suscripcionesPush } from '#modules/push/tables.ts'

/** SQL condition: the subscription belongs to active staff in an open session. */
function mayReceive(db: Queryable): SQL | undefined {
	const { usuario_id, sesion_id } = suscripcionesPush
	const owner = db
		.select({ one: sql`1` })
		.from(usuarios)
		.where(and(eq(usuarios.id, usuario_id), isActiveStaff))
	const open = db
		.select({ one: sql`1` })
		.from(sesiones)
		.where(and(eq(sesiones.id, sesion_id), isNull(sesiones.revoked_at), gt(sesiones.expires_at, sql`now()`)))
	return and(exists(owner), exists(open))
}

/** Deletes the devices of former staff accounts, and of sessions that ended or expired. */
export async function pruneSubscriptions(db: Queryable): Promise<void> {
	await db.delete(suscripcionesPush).where(sql`not (${mayReceive(db)})`)
}

/** A subscription that may get notices; undefined when it is deleted or has no right. */
export async function readActiveSubscription(db: Queryable, subscriptionId: string) {
	const canReceive = and(eq(suscripcionesPush.id, subscriptionId), mayReceive(db))
	const [row] = await db.select().from(suscripcionesPush).where(canReceive)
	return row
}

/** Deletes every device of an account. */
export async function endSubscriptions(db: Queryable, accountId: number): Promise<void> {
	await db.delete(suscripcionesPush).where(eq(suscripcionesPush.usuario_id, accountId))
}

/** The devices of an account for the copy of its owner's data. */
export async function exportDevices(db: Database, accountId: number) {
	const { nombre, tipos, endpoint, created_at, ultimo_ok_at, ultimo_fallo_at } = suscripcionesPush
	return await db
		.select({ nombre, tipos, endpoint, created_at, ultimo_ok_at, ultimo_fallo_at })
		.from(suscripcionesPush)
		.where(eq(suscripcionesPush.usuario_id, accountId))
}
