import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { FirstFactor, LoginContext } from '#modules/accounts/server/login-hooks.ts'
import { type DeviceLogin, openSession, type SessionDeps } from '#modules/accounts/server/sessions.ts'
import type { UsedFactor } from '#modules/second-factor/second-factor.ts'
import { methodsOf } from '#modules/second-factor/server/change-factors.ts'
import { checkFactor, type FactorTools } from '#modules/second-factor/server/check-factor.ts'
import { createLoginChallenges } from '#modules/second-factor/server/login-challenges.ts'
import type { ShownFactor } from '#modules/second-factor/shapes/second-factor.ts'

/**
 * Asks for the second factor of an account that has one: fails with `segundo_factor_requerido`, its challenge (`ficha`)
 * and the methods (`metodos`).
 */
export async function askSecondFactor(
	{ keys, clock }: LoginContext,
	tx: Transaction,
	accountId: number,
	first: FirstFactor,
): Promise<Failure | undefined> {
	const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, accountId))
	if (!account?.segundo_factor_at) return undefined
	const metodos = await methodsOf(tx, account.id)
	return fail('segundo_factor_requerido', {
		extra: { ficha: createLoginChallenges(keys, clock).issue(account, first), metodos },
	})
}

/** Opens the session of a login after verifying the second factor. Fails as `checkFactor` does. */
export async function openSessionWithFactor(
	deps: SessionDeps & FactorTools,
	tx: Transaction,
	login: DeviceLogin,
	shown: ShownFactor,
): Promise<{ tokens: TokenAnswer; second: UsedFactor } | Failure> {
	const { accountId } = login
	const second = await checkFactor(deps, tx, { accountId, purpose: `llave-ingreso:${accountId}` }, shown)
	return isFailure(second) ? second : { second, tokens: await openSession(deps, tx, login) }
}
