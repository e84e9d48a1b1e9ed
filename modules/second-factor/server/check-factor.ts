import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { createSecretVault, type SecretVault } from '#core/server/platform/secret-vault.ts'
import type { IdentityFactor, LoginContext } from '#modules/accounts/server/guard.ts'
import type { UsedFactor } from '#modules/second-factor/second-factor.ts'
import { checkCode } from '#modules/second-factor/server/codes.ts'
import {
	checkPasskey,
	createPasskeyTools,
	type PasskeyPurpose,
	type PasskeyTools,
} from '#modules/second-factor/server/passkeys.ts'
import type { ShownFactor } from '#modules/second-factor/shapes.ts'

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

/** The second factor in a proof of identity: a passkey alone, or a code with the first factor. */
export const secondFactorProof: IdentityFactor = {
	aloneIn: ({ llave }) => llave && 'llave',
	refuse({ segundo_factor_at }, { llave, codigo }, { mayBeFresh, isFresh }) {
		if (!segundo_factor_at || llave || codigo) return undefined
		if (!mayBeFresh) return fail('codigo_incorrecto', { text: 'Escribe también el código de tu segundo paso.' })
		return isFresh ? undefined : fail('identidad_requerida')
	},
	async check(deps, tx, { account, sid }, { llave, codigo }) {
		if (!llave && !(account.segundo_factor_at && codigo)) return undefined
		const login = { accountId: account.id, purpose: `llave-identidad:${sid}` } as const
		const used = await checkFactor(openFactorTools(deps), tx, login, { llave, codigo })
		return isFailure(used) ? used : undefined
	},
}

/** The tools that verify factors, with keys derived from the shop's secrets. */
export const openFactorTools = ({ keys, clock, publicUrl }: LoginContext): FactorTools => ({
	vault: createSecretVault(keys, 'totp'),
	passkeys: createPasskeyTools(keys, clock, publicUrl),
})
