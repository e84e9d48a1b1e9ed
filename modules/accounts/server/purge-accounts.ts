import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { secondsAfter } from '#core/rules/lifetimes.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

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

const unusedDays = 30
/** Registrations are limited to 19,200 a day and address: one night deletes more than one day creates. */
const batch = 5_000
const maxBatches = 20

/**
 * Deletes customers' accounts with an unproved address, no order and no session of the last 30 days. An account named
 * in the audit log stays.
 */
async function purgeUnusedAccounts(db: Database, now: Date): Promise<void> {
	const longAgo = secondsAfter(now, -unusedDays * 86_400)
	const isUnproved = and(isNull(usuarios.email_verified_at), isNull(usuarios.correo_leido_at))
	const isCustomer = and(eq(usuarios.is_staff, false), eq(usuarios.is_superuser, false), isNull(usuarios.deleted_at))
	const one = { one: sql`1` }
	const orders = db.select(one).from(ordenes).where(eq(ordenes.user, usuarios.id))
	const isOwnSession = and(eq(sesiones.usuario_id, usuarios.id), gt(sesiones.used_at, longAgo))
	const sessions = db.select(one).from(sesiones).where(isOwnSession)
	const isOwnAudit = and(eq(auditoria.tipo, 'usuario'), eq(auditoria.ref, sql`${usuarios.id}::text`))
	const audited = db.select(one).from(auditoria).where(isOwnAudit)
	const unused = db
		.select({ id: usuarios.id })
		.from(usuarios)
		.where(
			and(
				lt(usuarios.created_at, longAgo),
				isUnproved,
				isCustomer,
				eq(usuarios.derechos_en_espera, false),
				isNull(usuarios.segundo_factor_at),
				notExists(orders),
				notExists(sessions),
				notExists(audited),
			),
		)
		.limit(batch)
	for (let n = 0; n < maxBatches; n += 1) {
		const deleted = await db.delete(usuarios).where(inArray(usuarios.id, unused)).returning({ id: usuarios.id })
		if (deleted.length < batch) return
	}
}
