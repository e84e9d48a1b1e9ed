import { and, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { FirstFactor } from '#modules/accounts/server/login-hooks.ts'
import type { SessionDeps } from '#modules/accounts/server/sessions.ts'
import type { UsedFactor } from '#modules/second-factor/second-factor.ts'
import type { FactorTools } from '#modules/second-factor/server/check-factor.ts'
import type { LoginChallenges } from '#modules/second-factor/server/login-challenges.ts'
import { mailFactorChange } from '#modules/second-factor/server/note-change.ts'
import { openSessionWithFactor } from '#modules/second-factor/server/open-session.ts'
import { assertionOptions } from '#modules/second-factor/server/passkeys.ts'
import type { ShownFactor } from '#modules/second-factor/shapes/second-factor.ts'

interface FinishDeps extends SessionDeps, FactorTools {
	readonly db: Database
	readonly challenges: LoginChallenges
}

interface FinishAttempt extends ShownFactor {
	readonly ficha: string
	readonly dispositivo: string
	readonly isKnownDevice: (email: string) => boolean
	readonly onNewDevice: (accountId: number) => void
}

/** Locks and returns the account of a challenge while its first factor is unchanged. */
async function accountOf(tx: Transaction, challenges: LoginChallenges, ficha: string) {
	const accountId = challenges.read(ficha)?.accountId
	if (accountId === undefined) return undefined
	const [account] = await tx
		.select()
		.from(usuarios)
		.where(and(eq(usuarios.id, accountId), isOpenAccount))
		.for('share')
	return account && challenges.isStillOf(ficha, account) ? account : undefined
}

/**
 * Returns the WebAuthn options for the second step of a login. Fails with `segundo_factor_vencido` or `no_encontrado`.
 */
export async function loginPasskeyOptions(deps: FinishDeps, ficha: string) {
	return await deps.db.transaction(async (tx) => {
		const account = await accountOf(tx, deps.challenges, ficha)
		if (!account) return fail('segundo_factor_vencido')
		return await assertionOptions(tx, deps.passkeys, `llave-ingreso:${account.id}`, account.id)
	})
}

/**
 * Opens the session of a login after its second factor. Fails with `segundo_factor_vencido`, `codigo_incorrecto` or
 * `llave_invalida`.
 */
export async function finishLogin(
	deps: FinishDeps,
	attempt: FinishAttempt,
	onOpened: (account: { id: number; email: string }, used: { first: FirstFactor; second: UsedFactor }) => void,
): Promise<TokenAnswer | Failure> {
	const { challenges } = deps
	const first = challenges.read(attempt.ficha)?.first ?? 'clave'
	let onDone = () => {}
	const finished = await deps.db.transaction(async (tx) => {
		const account = await accountOf(tx, challenges, attempt.ficha)
		if (!account) return fail('segundo_factor_vencido')
		const { id: accountId, email } = account
		const login = { ...attempt, accountId, isKnownDevice: attempt.isKnownDevice(email) }
		const opened = await openSessionWithFactor(deps, tx, login, attempt)
		if (isFailure(opened)) return opened
		const { second, tokens } = opened
		if (second === 'recuperacion') await mailFactorChange(deps, tx, account, 'codigo_usado')
		onDone = () => onOpened(account, { first, second })
		return tokens
	})
	onDone()
	return finished
}
