import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import { spendRecoveryCode } from '#server/accounts/second-factor/recovery-codes.ts'
import { stepOfCode } from '#server/accounts/second-factor/totp.ts'
import type { Transaction } from '#server/db/database.ts'
import { appsCodigos } from '#server/db/tables/second-factor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretVault } from '#server/platform/secret-vault.ts'

/**
 * Verifies a one-time or recovery code and uses it up: its row lock admits one of two calls. Fails with
 * `codigo_incorrecto`.
 */
export async function checkCode(
	{ vault, clock }: { readonly vault: SecretVault; readonly clock: Clock },
	tx: Transaction,
	accountId: number,
	typed: string,
): Promise<'app' | 'recuperacion' | Failure> {
	const now = clock.now()
	const code = typed.replace(/[\s-]/g, '')
	if (!/^\d{6}$/.test(code)) {
		return (await spendRecoveryCode(tx, accountId, typed, now)) ? 'recuperacion' : fail('codigo_incorrecto')
	}
	const isOwn = and(eq(appsCodigos.usuario_id, accountId), isNotNull(appsCodigos.confirmada_at))
	const [app] = await tx.select().from(appsCodigos).where(isOwn)
	const secret = app && vault.decrypt(app.secreto)
	const step = secret === undefined ? undefined : stepOfCode(secret, code, now)
	if (secret === undefined || step === undefined) return fail('codigo_incorrecto')
	const [used] = await tx
		.update(appsCodigos)
		// Encrypted again: a secret that is being rotated is then no longer needed for it.
		.set({ ultimo_paso: step, secreto: vault.encrypt(secret) })
		.where(and(isOwn, lt(appsCodigos.ultimo_paso, step)))
		.returning({ id: appsCodigos.usuario_id })
	return used ? 'app' : fail('codigo_incorrecto')
}
