import { type Failure, fail } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { SecretVault } from '#core/server/platform/secret-vault.ts'
import type { UsedFactor } from '#modules/second-factor/second-factor.ts'
import { checkCode } from '#modules/second-factor/server/check-code.ts'
import type { PasskeyPurpose } from '#modules/second-factor/server/passkey-challenges.ts'
import { checkPasskey, type PasskeyTools } from '#modules/second-factor/server/passkeys.ts'
import type { ShownFactor } from '#modules/second-factor/shapes/second-factor.ts'

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
