import { and, eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import { readEmail } from '#core/rules/email-address.ts'
import type { Database } from '#core/server/db/database.ts'
import type { QueueOptions } from '#core/server/http/concurrency-limit.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { isPassword } from '#modules/accounts/server/password-hashing.ts'
import { type DeviceLogin, openSessionOrAsk, type SessionTools } from '#modules/accounts/server/sessions.ts'
import type { Hooks } from '#modules/context.ts'

/**
 * Opens a session. Every wrong login fails with `credenciales_invalidas` after the same time; with a second factor
 * `segundo_factor_requerido`. Staff get a mail about a new device.
 */
export async function logIn(
	deps: { db: Database; sessions: SessionTools; mail: EnqueueMail; hooks: Hooks },
	attempt: Omit<DeviceLogin, 'accountId'> & { username: string; password: string; queue?: QueueOptions },
): Promise<TokenAnswer | Failure> {
	const email = readEmail(attempt.username)
	const [account] = await deps.db
		.select({ id: usuarios.id, password_hash: usuarios.password_hash })
		.from(usuarios)
		.where(and(eq(usuarios.email, email ?? ''), isOpenAccount))
	const matches = await isPassword(account?.password_hash ?? null, attempt.password, attempt.queue)
	if (!account?.password_hash || !matches) return fail('credenciales_invalidas')
	const { id, password_hash } = account

	return await deps.db.transaction(async (tx) => {
		// The password may have changed, or the account may have been disabled, during the comparison.
		const [unchanged] = await tx
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.id, id), eq(usuarios.password_hash, password_hash), isOpenAccount))
			.for('share')
		if (!unchanged) return fail('credenciales_invalidas')
		return await openSessionOrAsk(deps, tx, { ...attempt, accountId: id }, 'clave')
	})
}
