import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Database } from '#core/server/db/database.ts'
import type { QueueOptions } from '#core/server/http/concurrency-limit.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { brokenNewPasswordRule } from '#modules/accounts/server/new-password-rule.ts'
import { hashPassword } from '#modules/accounts/server/password-hashing.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'
import { setPassword } from '#modules/accounts/server/set-password.ts'
import { findPasswordReset } from '#modules/accounts/server/validate-password-reset.ts'
import { recuperaciones } from '#modules/accounts/tables.ts'
import { type Hooks, runHooks } from '#modules/context.ts'

/**
 * Sets the password of a recovery link, once; ends every session, marks the address as proved and returns it. Fails
 * with `enlace_clave_invalido` or, without using the link up, with `clave_corta`, `clave_larga`, `clave_comun`.
 */
export async function confirmPasswordReset(
	deps: { db: Database; clock: Clock; mail: EnqueueMail; hooks: Hooks },
	request: { uid: string; token: string; new_password: string; queue?: QueueOptions },
): Promise<{ accountId: number; email: string } | Failure> {
	// Validated before the costly hash, so that forged links cost nothing.
	const owner = await findPasswordReset(deps, request)
	if (!owner) return fail('enlace_clave_invalido')
	const broken = brokenNewPasswordRule(request.new_password, owner)
	if (broken) return fail(broken)
	const passwordHash = await hashPassword(request.new_password, request.queue)
	const now = deps.clock.now()

	return await deps.db.transaction(async (tx) => {
		const [used] = await tx
			.update(recuperaciones)
			.set({ used_at: now })
			.where(
				and(
					eq(recuperaciones.id, request.uid),
					eq(recuperaciones.token_hash, hashToken(request.token)),
					isNull(recuperaciones.used_at),
					gt(recuperaciones.expires_at, now),
				),
			)
			.returning({ accountId: recuperaciones.usuario_id })
		if (!used) return fail('enlace_clave_invalido')
		const [waiting] = await tx
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(and(eq(usuarios.id, used.accountId), usuarios.derechos_en_espera))
		if (waiting) await runHooks(deps.hooks.pendingRightsProved, tx, waiting.id)
		await setPassword(deps, tx, { accountId: used.accountId, passwordHash, now })
		// The link was mailed, so its user reads the mailbox. Without an earlier proof, a linked Google identity may be
		// another person's. Pending rights are granted now.
		await tx
			.update(usuarios)
			.set({ email_verified_at: now, google_sub: null, derechos_en_espera: false })
			.where(and(eq(usuarios.id, used.accountId), or(isNull(usuarios.email_verified_at), usuarios.derechos_en_espera)))
		return { accountId: used.accountId, email: owner.email }
	})
}
