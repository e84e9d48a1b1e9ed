import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { brokenPasswordRule, maxPasswordCharacters, minPasswordCharacters, readEmail } from '#core/rules/person-data.ts'
import { retentionDays } from '#core/rules/retention.ts'
import { secondsAfter } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'
import { text, url, variableGroup } from '#core/server/platform/variables.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { recoveryRoutes } from '#modules/accounts/server/change-password.ts'
import { loginRoutes } from '#modules/accounts/server/log-in.ts'
import { googleRoutes } from '#modules/accounts/server/log-in-google.ts'
import { brokenNewPasswordRule, hashPassword, warmPasswordHashing } from '#modules/accounts/server/passwords.ts'
import { profileRoutes } from '#modules/accounts/server/profile.ts'
import { type AccountDeps, endSessions } from '#modules/accounts/server/sessions.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

export function accountRoutes(deps: AccountDeps): FastifyPluginAsync {
	return async (app) => {
		await warmPasswordHashing()
		loginRoutes(app, deps)
		recoveryRoutes(app, deps)
		googleRoutes(app, deps)
		profileRoutes(app, deps)
	}
}

export const accountVariables = variableGroup({
	variables: {
		STAFF_EMAIL: z
			.string()
			.refine((email) => readEmail(email) !== undefined, 'debe ser un correo')
			.default('staff@premiumshaker.cl'),
		STAFF_PASSWORD: z
			.string()
			.refine(
				(password) => brokenPasswordRule(password) === undefined,
				`debe tener de ${minPasswordCharacters} a ${maxPasswordCharacters} caracteres`,
			)
			.optional(),
		GOOGLE_CLIENT_ID: text.optional(),
		GOOGLE_JWKS_URL: url.optional(),
		GOOGLE_SCRIPT_URL: url.optional(),
	},
	neededInProduction: ['STAFF_EMAIL', 'STAFF_PASSWORD'],
	problems({ STAFF_EMAIL, STAFF_PASSWORD, GOOGLE_JWKS_URL, GOOGLE_SCRIPT_URL }, isDemo) {
		if (isDemo) return []
		const problems: string[] = []
		const owner = { email: STAFF_EMAIL, first_name: '', last_name: '' }
		if (STAFF_PASSWORD && brokenNewPasswordRule(STAFF_PASSWORD, owner) === 'clave_comun') {
			problems.push(
				'STAFF_PASSWORD es fácil de adivinar: usa varias palabras que nadie juntaría, sin tu correo ni la tienda',
			)
		}
		if (GOOGLE_JWKS_URL || GOOGLE_SCRIPT_URL) {
			problems.push('GOOGLE_JWKS_URL y GOOGLE_SCRIPT_URL no se pueden cambiar con SHOP_MODE=production')
		}
		return problems
	},
})

/**
 * Creates the first staff account, unless an active one exists. An existing account with the address is promoted, its
 * password replaced and its sessions ended. Throws for an invalid e-mail or password.
 */
export async function ensureFirstStaff(
	db: Database,
	first: { email: string; password: string },
): Promise<{ created: boolean; email: string }> {
	const email = readEmail(first.email)
	if (!email) throw new Error('the first staff account needs a well-formed e-mail address')
	const broken = brokenPasswordRule(first.password)
	if (broken) throw new Error(`the first staff password breaks a rule: ${broken}`)
	const [existing] = await db.select({ id: usuarios.id }).from(usuarios).where(isActiveStaff).limit(1)
	if (existing) return { created: false, email }

	const rights = { is_staff: true, is_superuser: true, is_active: true, derechos_en_espera: false }
	const password_hash = await hashPassword(first.password)
	const now = new Date()
	await db.transaction(async (tx) => {
		const [account] = await tx
			.insert(usuarios)
			.values({ email, first_name: 'Staff', ...rights, password_hash, email_verified_at: now })
			.onConflictDoUpdate({ target: usuarios.email, set: { ...rights, password_hash, google_sub: null } })
			.returning({ id: usuarios.id })
		if (account) await endSessions(tx, account.id, now)
	})
	return { created: true, email }
}

/** Deletes unused accounts, sessions and recovery links that ended a week ago, and expired counters. */
export async function purgeOldLogins(db: Database, now: Date): Promise<void> {
	// Before the sessions, which show when an account was last used.
	await purgeUnusedAccounts(db, now)
	const longAgo = secondsAfter(now, -retentionDays.endedSession * 86_400)
	await db.delete(sesiones).where(or(lt(sesiones.expires_at, longAgo), lt(sesiones.revoked_at, longAgo)))
	await db.delete(recuperaciones).where(lt(recuperaciones.expires_at, longAgo))
	await db.delete(limites).where(lt(limites.hasta, now))
}

/** Registrations are limited to 19,200 a day and address: one night deletes more than one day creates. */
const batch = 5_000
const maxBatches = 20

/**
 * Deletes customers' accounts with an unproved address, no order and no session of the last 30 days. An account named
 * in the audit log stays.
 */
async function purgeUnusedAccounts(db: Database, now: Date): Promise<void> {
	const longAgo = secondsAfter(now, -retentionDays.unusedAccount * 86_400)
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
