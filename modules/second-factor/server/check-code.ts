import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretVault } from '#core/server/platform/secret-vault.ts'
import { spendRecoveryCode } from '#modules/second-factor/server/recovery-codes.ts'
import { stepOfCode } from '#modules/second-factor/server/totp.ts'
import { appsCodigos } from '#modules/second-factor/tables.ts'

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
