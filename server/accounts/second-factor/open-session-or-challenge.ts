import { eq } from 'drizzle-orm'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { type Failure, fail } from '#contract/failure.ts'
import { methodsOf } from '#server/accounts/second-factor/change-factors.ts'
import type { FirstFactor } from '#server/accounts/second-factor/login-challenges.ts'
import { mailNewDevice } from '#server/accounts/security-mails.ts'
import { openSession, type SessionTools } from '#server/accounts/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'

export interface SessionDeps {
	readonly sessions: SessionTools
	readonly mail: EnqueueMail
}

/** A login that is about to open: whose, and in which browser. */
export interface DeviceLogin {
	readonly accountId: number
	/** What the browser calls itself. */
	readonly dispositivo: string
	readonly isKnownDevice: boolean
	/** Hears that a member of staff came in with a browser that is new. */
	readonly onNewDevice: (accountId: number) => void
}

/** Opens a session. Staff get a mail about a device that is new. */
export async function openDeviceSession(deps: SessionDeps, tx: Transaction, login: DeviceLogin): Promise<TokenAnswer> {
	if (!login.isKnownDevice && (await mailNewDevice(deps, tx, login))) login.onNewDevice(login.accountId)
	return await openSession(deps.sessions, tx, login)
}

/** Ends every first factor: with a session, or with `segundo_factor_requerido`, its note (`ficha`) and the ways (`metodos`). */
export async function openSessionOrChallenge(
	deps: SessionDeps,
	tx: Transaction,
	login: DeviceLogin,
	first: FirstFactor,
): Promise<TokenAnswer | Failure> {
	const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, login.accountId))
	if (!account?.segundo_factor_at) return await openDeviceSession(deps, tx, login)
	const metodos = await methodsOf(tx, account.id)
	return fail('segundo_factor_requerido', {
		extra: { ficha: deps.sessions.challenges.issue(account, first), metodos },
	})
}
