import { eq } from 'drizzle-orm'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { type Failure, refuse } from '#contract/failure.ts'
import { mailNewDevice } from '#server/accounts/security-mails.ts'
import { openSession, type SessionTools } from '#server/accounts/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'

/**
 * What every way of showing the first factor ends with: a session, or for an account with a second factor
 * `segundo_factor_requerido` with the note (`ficha`) that goes along with it. Staff get a mail about a device that is new.
 */
export async function openSessionOrChallenge(
	tx: Transaction,
	deps: { sessions: SessionTools; enqueueMail: EnqueueMail },
	login: { usuarioId: number; dispositivo: string; isKnownDevice: boolean },
): Promise<TokenAnswer | Failure> {
	const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, login.usuarioId))
	if (account?.segundo_factor_at) {
		return refuse('segundo_factor_requerido', { extra: { ficha: deps.sessions.challenges.issue(account) } })
	}
	if (!login.isKnownDevice) await mailNewDevice(tx, deps, login)
	return await openSession(tx, deps.sessions, login)
}
