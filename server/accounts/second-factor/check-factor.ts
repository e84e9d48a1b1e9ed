import type { ShownFactor } from '#contract/accounts/second-factor.ts'
import { type Failure, fail } from '#contract/failure.ts'
import type { UsedFactor } from '#domain/accounts/second-factor.ts'
import { checkCode } from '#server/accounts/second-factor/check-code.ts'
import type { PasskeyPurpose } from '#server/accounts/second-factor/passkey-challenges.ts'
import { checkPasskey, type PasskeyTools } from '#server/accounts/second-factor/passkeys.ts'
import type { Transaction } from '#server/db/database.ts'
import type { SecretVault } from '#server/platform/secret-vault.ts'

export interface FactorTools {
	readonly vault: SecretVault
	readonly passkeys: PasskeyTools
}

/** Verifies a passkey's answer, or else a code, and uses it up. Fails with `llave_invalida` or `codigo_incorrecto`. */
export async function checkFactor(
	{ vault, passkeys }: FactorTools,
	tx: Transaction,
	login: { accountId: number; purpose: PasskeyPurpose },
	{ llave, codigo }: ShownFactor,
): Promise<UsedFactor | Failure> {
	if (llave) return await checkPasskey(passkeys, tx, login, llave)
	if (!codigo) return fail('codigo_incorrecto')
	return await checkCode({ vault, clock: passkeys.clock }, tx, login.accountId, codigo)
}
