import { and, eq } from 'drizzle-orm'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { type Failure, isFailure, refuse } from '#contract/failure.ts'
import { isOpenAccount } from '#server/accounts/open-account.ts'
import { checkCode, type UsedFactor } from '#server/accounts/second-factor/check-code.ts'
import { type ChangeDeps, mailFactorChange } from '#server/accounts/second-factor/note-change.ts'
import type { TotpVault } from '#server/accounts/second-factor/totp.ts'
import { mailNewDevice } from '#server/accounts/security-mails.ts'
import { openSession, type SessionTools } from '#server/accounts/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'

interface FinishDeps extends ChangeDeps {
	readonly db: Database
	readonly sessions: SessionTools
	readonly vault: TotpVault
}

/**
 * Opens the session of a login whose first factor was shown. Fails with `segundo_factor_vencido` when the note is too old, or the
 * password changed meanwhile, and `codigo_incorrecto`. `onUsed` is told which factor opened it.
 */
export async function finishLogin(
	deps: FinishDeps,
	attempt: { ficha: string; codigo: string; dispositivo: string; isKnownDevice: (email: string) => boolean },
	onUsed: (account: { id: number; email: string }, factor: UsedFactor) => void,
): Promise<TokenAnswer | Failure> {
	const { challenges, clock } = deps.sessions
	const usuarioId = challenges.accountOf(attempt.ficha)
	if (usuarioId === undefined) return refuse('segundo_factor_vencido')
	let onDone = () => {}
	const finished = await deps.db.transaction(async (tx) => {
		const [account] = await tx
			.select()
			.from(usuarios)
			.where(and(eq(usuarios.id, usuarioId), isOpenAccount))
			.for('share')
		if (!account || !challenges.isStillOf(attempt.ficha, account)) return refuse('segundo_factor_vencido')
		const used = await checkCode(tx, deps.vault, usuarioId, attempt.codigo, clock.now())
		if (isFailure(used)) return used
		if (used === 'recuperacion') await mailFactorChange(tx, deps, account, 'codigo_usado')
		onDone = () => onUsed(account, used)
		const login = { usuarioId, dispositivo: attempt.dispositivo }
		if (!attempt.isKnownDevice(account.email)) await mailNewDevice(tx, deps, login)
		return await openSession(tx, deps.sessions, login)
	})
	onDone()
	return finished
}
