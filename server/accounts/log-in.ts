import { and, eq } from 'drizzle-orm'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { type Failure, fail } from '#contract/failure.ts'
import { readEmail } from '#domain/accounts/email-address.ts'
import { isPassword } from '#server/accounts/password-hashing.ts'
import { type DeviceLogin, openSessionOrChallenge } from '#server/accounts/second-factor/open-session.ts'
import type { SessionTools } from '#server/accounts/sessions.ts'
import { isOpenAccount } from '#server/db/account-conditions.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import type { QueueOptions } from '#server/http/concurrency-limit.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'

/**
 * Opens a session. Every wrong login fails with `credenciales_invalidas` after the same time; with a second factor
 * `segundo_factor_requerido`. Staff get a mail about a new device.
 */
export async function logIn(
	deps: { db: Database; sessions: SessionTools; mail: EnqueueMail },
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
		return await openSessionOrChallenge(deps, tx, { ...attempt, accountId: id }, 'clave')
	})
}
