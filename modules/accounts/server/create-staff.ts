import { readEmail } from '#core/rules/email-address.ts'
import { brokenPasswordRule } from '#core/rules/password-rules.ts'
import type { Database } from '#core/server/db/database.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hashPassword } from '#modules/accounts/server/passwords.ts'
import { endSessions } from '#modules/accounts/server/sessions.ts'

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
