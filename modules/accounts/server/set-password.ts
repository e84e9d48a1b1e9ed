import { and, eq, isNull } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { EnqueueMail, MailContext } from '#core/server/mail/enqueue-mail.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { mailPasswordChanged } from '#modules/accounts/server/account-mails.ts'
import { brokenNewPasswordRule, hashPassword } from '#modules/accounts/server/passwords.ts'
import {
	type Proof,
	type ProofDeps,
	proveIdentity,
	type SessionOwner,
} from '#modules/accounts/server/prove-identity.ts'
import { endSessions, type SessionTools } from '#modules/accounts/server/sessions.ts'
import { hashToken } from '#modules/accounts/server/tokens.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'

/**
 * Sets an account's password, ends its sessions except `keepSession` and its recovery links, and mails its owner.
 * Updates the row first, so that a parallel login sees it.
 */
export async function setPassword(
	deps: MailContext,
	tx: Transaction,
	change: { accountId: number; passwordHash: string; now: Date; keepSession?: string },
): Promise<void> {
	const { accountId, passwordHash, now } = change
	await tx.update(usuarios).set({ password_hash: passwordHash }).where(eq(usuarios.id, accountId))
	await endSessions(tx, accountId, now, change.keepSession)
	await tx
		.update(recuperaciones)
		.set({ used_at: now })
		.where(and(eq(recuperaciones.usuario_id, accountId), isNull(recuperaciones.used_at)))
	await mailPasswordChanged(deps, tx, accountId, now)
	await writeAudit(tx, { tipo: 'usuario', ref: accountId, usuario_id: accountId, accion: 'cambiar_clave' })
}

/**
 * Changes the caller's password after a proof of identity. Ends the other sessions; this one gets new tokens, and its
 * proof keeps its age. Fails with `clave_corta`, `clave_larga`, `clave_comun`, or as `proveIdentity` does.
 */
export async function changePassword(
	deps: ProofDeps & { sessions: SessionTools; mail: EnqueueMail },
	owner: SessionOwner & { email: string; first_name: string; last_name: string },
	request: Proof & { new_password: string },
): Promise<TokenAnswer | Failure> {
	const broken = brokenNewPasswordRule(request.new_password, owner)
	if (broken) return fail(broken)
	const proved = await proveIdentity(deps, owner, request, { mayBeFresh: true })
	if (isFailure(proved)) return proved
	const passwordHash = await hashPassword(request.new_password, request.queue)
	const { access, refresh, clock } = deps.sessions
	const now = clock.now()
	const token = refresh.issue(owner.sid)
	return await deps.db.transaction(async (tx) => {
		const refused = await proved.settle(tx)
		if (refused) return refused
		await setPassword(deps, tx, { accountId: owner.id, passwordHash, now, keepSession: owner.sid })
		const [kept] = await tx
			.update(sesiones)
			.set({ refresh_hash: hashToken(token) })
			.where(and(eq(sesiones.id, owner.sid), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		if (!kept) return fail('sesion_expirada')
		return { access: await access.sign({ accountId: owner.id, sessionId: owner.sid }, now), refresh: token }
	})
}
